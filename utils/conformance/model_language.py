"""Transformers for text: encoder, decoder, both, and a decoder with a cache."""

import math

import torch
import torch.nn.functional as F
from sources import Program
from torch import nn


def heads_of(x, heads):
    """[n, t, c] as [n, heads, t, c / heads]."""
    return x.view(x.shape[0], x.shape[1], heads, -1).transpose(1, 2)


def joined(x):
    return x.transpose(1, 2).reshape(x.shape[0], x.shape[2], -1)


# ------------------------------------------------------------------------ BERT
class BertLayer(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.q, self.k, self.v, self.out = (nn.Linear(width, width) for _ in range(4))
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.norm1, self.norm2 = nn.LayerNorm(width, eps=1e-12), nn.LayerNorm(width, eps=1e-12)
        self.dropout = nn.Dropout(0.1)

    def forward(self, x, mask):
        q, k, v = (heads_of(f(x), self.heads) for f in (self.q, self.k, self.v))
        scores = torch.matmul(q, k.transpose(-1, -2)) / math.sqrt(q.shape[-1]) + mask
        weights = self.dropout(F.softmax(scores, dim=-1))
        x = self.norm1(x + self.dropout(self.out(joined(torch.matmul(weights, v)))))
        return self.norm2(x + self.dropout(self.down(F.gelu(self.up(x)))))


class Bert(nn.Module):
    def __init__(self, width=24, depth=12, heads=3, words=50, length=16):
        super().__init__()
        self.words = nn.Embedding(words, width, padding_idx=0)
        self.positions, self.kinds = nn.Embedding(length, width), nn.Embedding(2, width)
        self.norm, self.dropout = nn.LayerNorm(width, eps=1e-12), nn.Dropout(0.1)
        self.register_buffer("ids", torch.arange(length).expand((1, -1)), persistent=False)
        self.layers = nn.ModuleList(BertLayer(width, heads) for _ in range(depth))
        self.pooler = nn.Linear(width, width)

    def forward(self, tokens, mask, kinds):
        x = self.words(tokens) + self.kinds(kinds)
        x = self.dropout(self.norm(x + self.positions(self.ids[:, : tokens.shape[1]])))
        wide = mask[:, None, None, :].to(dtype=x.dtype)
        wide = (1.0 - wide) * torch.finfo(x.dtype).min
        for layer in self.layers:
            x = layer(x, wide)
        return x, torch.tanh(self.pooler(x[:, 0]))


def bert(training=False):
    tokens = torch.randint(1, 50, (2, 9))
    mask = (torch.arange(9) < torch.tensor([[9], [5]])).long()
    return Program(Bert(), (tokens, mask, torch.zeros_like(tokens)), training=training)


def torch_encoder():
    """The same with torch's own layers and a padding mask."""
    layer = nn.TransformerEncoderLayer(24, 3, 48, batch_first=True, norm_first=True)
    encoder = nn.TransformerEncoder(layer, 6, norm=nn.LayerNorm(24), enable_nested_tensor=False)
    padding = torch.arange(9) >= torch.tensor([[9], [5]])
    inputs = {"src_key_padding_mask": padding}
    return Program(encoder, (torch.randn(2, 9, 24),), inputs, grad=True)


# ----------------------------------------------------------------------- GPT-2
class Conv1D(nn.Module):
    """A linear layer with its weight the other way round, as GPT-2 has it."""

    def __init__(self, outside, inside):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(inside, outside) * 0.2)
        self.bias = nn.Parameter(torch.zeros(outside))

    def forward(self, x):
        flat = torch.addmm(self.bias, x.view(-1, x.size(-1)), self.weight)
        return flat.view(x.size()[:-1] + (self.bias.shape[0],))


def new_gelu(x):
    return 0.5 * x * (1.0 + torch.tanh(math.sqrt(2.0 / math.pi) * (x + 0.044715 * x.pow(3.0))))


class GptBlock(nn.Module):
    def __init__(self, width, heads, length):
        super().__init__()
        self.heads, self.width = heads, width
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attend, self.project = Conv1D(3 * width, width), Conv1D(width, width)
        self.up, self.down = Conv1D(4 * width, width), Conv1D(width, 4 * width)
        causal = torch.tril(torch.ones((length, length), dtype=torch.bool))
        self.register_buffer("causal", causal.view(1, 1, length, length), persistent=False)

    def forward(self, x):
        q, k, v = self.attend(self.norm1(x)).split(self.width, dim=2)
        q, k, v = (heads_of(t, self.heads) for t in (q, k, v))
        scores = torch.matmul(q, k.transpose(-1, -2))
        scores = scores / torch.full([], v.size(-1) ** 0.5, dtype=scores.dtype)
        least = torch.full([], torch.finfo(scores.dtype).min, dtype=scores.dtype)
        t = x.shape[1]
        scores = torch.where(self.causal[:, :, :t, :t], scores, least)
        weights = F.softmax(scores, dim=-1).type(v.dtype)
        x = x + self.project(joined(torch.matmul(weights, v)))
        return x + self.down(new_gelu(self.up(self.norm2(x))))


class Gpt2(nn.Module):
    def __init__(self, width=24, depth=12, heads=3, words=50, length=32):
        super().__init__()
        self.words, self.positions = nn.Embedding(words, width), nn.Embedding(length, width)
        self.blocks = nn.ModuleList(GptBlock(width, heads, length) for _ in range(depth))
        self.norm = nn.LayerNorm(width)

    def forward(self, tokens):
        positions = torch.arange(0, tokens.shape[1], dtype=torch.long).unsqueeze(0)
        x = self.words(tokens) + self.positions(positions)
        for block in self.blocks:
            x = block(x)
        return F.linear(self.norm(x), self.words.weight)


def gpt2():
    length = torch.export.Dim("length", min=2, max=31)
    batch = torch.export.Dim("batch", min=2, max=8)
    shapes = {"tokens": {0: batch, 1: length}}
    return Program(Gpt2(), (torch.randint(0, 50, (2, 11)),), dynamic_shapes=shapes)


# ----------------------------------------------------------------------- Llama
class RMSNorm(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x):
        wide = x.to(torch.float32)
        wide = wide * torch.rsqrt(wide.pow(2).mean(-1, keepdim=True) + 1e-6)
        return self.weight * wide.to(x.dtype)


def rotated(x, cos, sin):
    half = x.shape[-1] // 2
    other = torch.cat((-x[..., half:], x[..., :half]), dim=-1)
    return (x * cos) + (other * sin)


class LlamaLayer(nn.Module):
    """Grouped attention into a cache that the layer owns."""

    def __init__(self, width, heads, groups, length):
        super().__init__()
        self.heads, self.groups, size = heads, groups, width // heads
        self.q, self.out = (nn.Linear(width, width, bias=False) for _ in range(2))
        self.k, self.v = (nn.Linear(width, groups * size, bias=False) for _ in range(2))
        self.gate, self.up = (nn.Linear(width, 3 * width, bias=False) for _ in range(2))
        self.down = nn.Linear(3 * width, width, bias=False)
        self.norm1, self.norm2 = RMSNorm(width), RMSNorm(width)
        self.register_buffer("keys", torch.zeros(1, groups, length, size))
        self.register_buffer("values", torch.zeros(1, groups, length, size))

    def cached(self, k, v, positions):
        self.keys.index_copy_(2, positions, k)
        self.values[:, :, positions] = v
        n, times = self.keys.shape[0], self.heads // self.groups
        for cache in (self.keys, self.values):
            wide = cache[:, :, None].expand(n, self.groups, times, *cache.shape[2:])
            yield wide.reshape(n, self.heads, *cache.shape[2:])

    def forward(self, x, cos, sin, mask, positions):
        y = self.norm1(x)
        q = rotated(heads_of(self.q(y), self.heads), cos, sin)
        k = rotated(heads_of(self.k(y), self.groups), cos, sin)
        k, v = self.cached(k, heads_of(self.v(y), self.groups), positions)
        x = x + self.out(joined(F.scaled_dot_product_attention(q, k, v, attn_mask=mask)))
        y = self.norm2(x)
        return x + self.down(F.silu(self.gate(y)) * self.up(y))


class Llama(nn.Module):
    def __init__(self, width=32, depth=16, heads=4, groups=2, words=50, length=24):
        super().__init__()
        self.embed = nn.Embedding(words, width)
        self.layers = nn.ModuleList(
            LlamaLayer(width, heads, groups, length) for _ in range(depth)
        )
        self.norm, self.head = RMSNorm(width), nn.Linear(width, words, bias=False)
        size = width // heads
        inverse = 1.0 / (10000.0 ** (torch.arange(0, size, 2).float() / size))
        self.register_buffer("inverse", inverse, persistent=False)
        self.register_buffer("seen", torch.zeros(1, dtype=torch.long))
        self.length = length

    def forward(self, tokens, positions):
        angles = positions[:, None].float() @ self.inverse[None].float()
        angles = torch.cat((angles, angles), dim=-1)
        mask = torch.arange(self.length)[None] <= positions[:, None]
        x = self.embed(tokens)
        cos, sin = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
        for layer in self.layers:
            x = layer(x, cos, sin, mask[None, None], positions)
        self.seen += tokens.shape[1]
        return self.head(self.norm(x)[:, -1:])


def llama_prefill():
    """The prompt, of any length, and once more behind it."""
    length = torch.export.Dim("length", min=2, max=24)
    shapes = {"tokens": {1: length}, "positions": {0: length}}
    calls = [((torch.randint(0, 50, (1, 4)), torch.arange(9, 13)), {})]
    args = (torch.randint(0, 50, (1, 9)), torch.arange(9))
    return Program(Llama(), args, calls=calls, dynamic_shapes=shapes)


def llama_step():
    """A token at a time."""
    steps = [((torch.randint(0, 50, (1, 1)), torch.tensor([t])), {}) for t in range(3)]
    return Program(Llama(), steps[0][0], calls=steps[1:])


def llama_half():
    """In half precision, whose norms are computed in single."""
    args = (torch.randint(0, 50, (1, 5)), torch.arange(5))
    return Program(Llama(depth=4).bfloat16(), args)


# -------------------------------------------------------------------------- T5
class T5Attention(nn.Module):
    def __init__(self, width, heads, causal, biased):
        super().__init__()
        self.heads, self.causal = heads, causal
        self.q, self.k, self.v, self.out = (nn.Linear(width, width, bias=False) for _ in range(4))
        self.bias = nn.Embedding(8, heads) if biased else None

    def bucket(self, distance):
        """Which of 8 buckets a distance is in: exact ones near, logarithmic ones far."""
        buckets, start = 8, 0
        if not self.causal:
            buckets, start = 4, (distance > 0).to(torch.long) * 4
            distance = torch.abs(distance)
        else:
            distance = -torch.min(distance, torch.zeros_like(distance))
        exact = buckets // 2
        far = torch.log(distance.float() / exact) / math.log(32 / exact) * (buckets - exact)
        far = exact + far.to(torch.long)
        far = torch.min(far, torch.full_like(far, buckets - 1))
        return start + torch.where(distance < exact, distance, far)

    def positions(self, queries, keys):
        distance = torch.arange(keys)[None, :] - torch.arange(queries)[:, None]
        bias = self.bias(self.bucket(distance)).permute([2, 0, 1]).unsqueeze(0)
        if self.causal:
            hidden = torch.ones(queries, keys, dtype=torch.bool).triu(1)
            bias = bias.masked_fill(hidden, torch.finfo(bias.dtype).min)
        return bias

    def forward(self, x, context, bias):
        q, k, v = (
            heads_of(f(t), self.heads) for f, t in ((self.q, x), (self.k, context), (self.v, context))
        )
        scores = torch.matmul(q, k.transpose(3, 2))
        if bias is not None:
            scores += bias
        weights = F.softmax(scores.float(), dim=-1).type_as(scores)
        return self.out(joined(torch.matmul(weights, v)))


class T5Block(nn.Module):
    def __init__(self, width, heads, decoder, first):
        super().__init__()
        self.own = T5Attention(width, heads, decoder, first)
        self.cross = T5Attention(width, heads, False, False) if decoder else None
        self.up, self.down = (nn.Linear(width, width, bias=False) for _ in range(2))
        self.norms = nn.ModuleList(RMSNorm(width) for _ in range(3 if decoder else 2))

    def forward(self, x, bias, context=None):
        y = self.norms[0](x)
        x = x + self.own(y, y, bias)
        if context is not None:
            x = x + self.cross(self.norms[1](x), context, None)
        return x + self.down(F.relu(self.up(self.norms[-1](x))))


class T5(nn.Module):
    def __init__(self, width=24, depth=6, heads=3, words=50):
        super().__init__()
        self.embed, self.width = nn.Embedding(words, width), width
        kinds = {"encoder": False, "decoder": True}
        self.stacks = nn.ModuleDict({
            name: nn.ModuleList(T5Block(width, heads, decoder, not i) for i in range(depth))
            for name, decoder in kinds.items()
        })
        self.norms = nn.ModuleDict({name: RMSNorm(width) for name in kinds})

    def stack(self, name, tokens, context=None):
        x, blocks = self.embed(tokens), self.stacks[name]
        bias = blocks[0].own.positions(tokens.shape[1], tokens.shape[1])
        for block in blocks:
            x = block(x, bias, context)
        return self.norms[name](x)

    def forward(self, source, target):
        context = self.stack("encoder", source)
        x = self.stack("decoder", target, context)
        return F.linear(x * (self.width**-0.5), self.embed.weight)


def t5():
    shapes = {
        "source": {1: torch.export.Dim("source", min=2, max=64)},
        "target": {1: torch.export.Dim("target", min=2, max=64)},
    }
    args = (torch.randint(0, 50, (2, 12)), torch.randint(0, 50, (2, 7)))
    return Program(T5(), args, dynamic_shapes=shapes)


def torch_transformer():
    """torch's own encoder and decoder."""
    model = nn.Transformer(24, 3, 2, 2, 48, batch_first=True)
    mask = nn.Transformer.generate_square_subsequent_mask(5)
    args = (torch.randn(2, 7, 24), torch.randn(2, 5, 24))
    return Program(model, args, {"tgt_mask": mask, "tgt_is_causal": True}, grad=True)


PROGRAMS = {
    "bert": bert,
    "bert_train": lambda: bert(training=True),
    "torch_encoder": torch_encoder,
    "gpt2": gpt2,
    "llama_prefill": llama_prefill,
    "llama_step": llama_step,
    "llama_half": llama_half,
    "t5": t5,
    "torch_transformer": torch_transformer,
}
