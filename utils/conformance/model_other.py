"""Recurrent networks, recommendation, mixtures of experts."""

import torch
import torch.nn.functional as F
from sources import Program
from torch import nn


# ------------------------------------------------------------------- recurrent
class Tagger(nn.Module):
    """Words, a recurrent network in both directions, a class for each word."""

    def __init__(self, kind, width=12, words=30, **options):
        super().__init__()
        self.embed = nn.Embedding(words, width)
        self.rnn = kind(width, width, num_layers=2, batch_first=True, dropout=0.1, **options)
        ways = 2 if options.get("bidirectional") else 1
        self.head = nn.Linear(ways * (options.get("proj_size") or width), 5)

    def forward(self, tokens):
        x, state = self.rnn(self.embed(tokens))
        return F.log_softmax(self.head(x), dim=-1), state


class Stepwise(nn.Module):
    """Two cells in a loop, from a state to a state."""

    def __init__(self, width=8):
        super().__init__()
        self.lstm, self.gru = nn.LSTMCell(width, width), nn.GRUCell(width, width)

    def forward(self, x, h, c, g):
        outs = []
        for step in x.unbind(0):
            h, c = self.lstm(step, (h, c))
            g = self.gru(h, g)
            outs.append(g)
        return torch.stack(outs), h, c, g


def tagger(kind, **options):
    def make():
        return Program(Tagger(kind, **options), (torch.randint(0, 30, (2, 32)),))

    return make


def stepwise():
    args = (torch.randn(8, 2, 8), torch.zeros(2, 8), torch.zeros(2, 8), torch.zeros(2, 8))
    return Program(Stepwise(), args)


# ------------------------------------------------------------------------ DLRM
class Dlrm(nn.Module):
    """Sums of embeddings, the products of all pairs, and two perceptrons."""

    def __init__(self, width=8, tables=6, rows=20, dense=13):
        super().__init__()
        self.bags = nn.ModuleList(nn.EmbeddingBag(rows, width, mode="sum") for _ in range(tables))
        self.bottom = self.perceptron(dense, 32, 16, width)
        pairs = (tables + 1) * tables // 2
        self.top = self.perceptron(width + pairs, 32, 16, 1)
        self.register_buffer("pairs", torch.tril_indices(tables + 1, tables + 1, offset=-1))

    @staticmethod
    def perceptron(*sizes):
        layers = []
        for a, b in zip(sizes, sizes[1:]):
            layers += [nn.Linear(a, b), nn.ReLU()]
        return nn.Sequential(*layers[:-1])

    def forward(self, dense, indices, offsets):
        x = F.relu(self.bottom(dense))
        sparse = [bag(indices[i], offsets[i]) for i, bag in enumerate(self.bags)]
        all_of = torch.cat([x, *sparse], dim=1).view(x.shape[0], -1, x.shape[1])
        products = torch.bmm(all_of, torch.transpose(all_of, 1, 2))
        flat = products[:, self.pairs[0], self.pairs[1]]
        return torch.sigmoid(self.top(torch.cat([x, flat], dim=1)))


def dlrm():
    offsets = torch.tensor([0, 3, 4, 4]).expand(6, 4).contiguous()
    return Program(Dlrm(), (torch.randn(4, 13), torch.randint(0, 20, (6, 9)), offsets))


# --------------------------------------------------------- mixtures of experts
class Expert(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.gate, self.up = (nn.Linear(width, 2 * width, bias=False) for _ in range(2))
        self.down = nn.Linear(2 * width, width, bias=False)

    def forward(self, x):
        return self.down(F.silu(self.gate(x)) * self.up(x))


class LoopedExperts(nn.Module):
    """Each expert on the tokens that chose it: how many is not known before the run."""

    def __init__(self, width, experts=8, chosen=2):
        super().__init__()
        self.router = nn.Linear(width, experts, bias=False)
        self.experts = nn.ModuleList(Expert(width) for _ in range(experts))
        self.chosen = chosen

    def forward(self, x):
        n, t, c = x.shape
        flat = x.view(-1, c)
        weights, chosen = torch.topk(F.softmax(self.router(flat), dim=1), self.chosen, dim=-1)
        weights /= weights.sum(dim=-1, keepdim=True)
        masks = F.one_hot(chosen, num_classes=len(self.experts)).permute(2, 1, 0)
        result = torch.zeros((n * t, c), dtype=x.dtype, device=x.device)
        for index, expert in enumerate(self.experts):
            rank, token = torch.where(masks[index])
            part = expert(flat[None, token].reshape(-1, c)) * weights[token, rank, None]
            result.index_add_(0, token, part.to(x.dtype))
        return result.reshape(n, t, c)


class DenseExperts(nn.Module):
    """All experts as one product, with room for a number of tokens each."""

    def __init__(self, width, experts=4, room=6):
        super().__init__()
        self.router = nn.Linear(width, experts)
        self.up = nn.Parameter(torch.randn(experts, width, 2 * width) * 0.2)
        self.down = nn.Parameter(torch.randn(experts, 2 * width, width) * 0.2)
        self.room = room

    def forward(self, x):
        n, t, c = x.shape
        flat = x.reshape(n * t, c)
        weights, chosen = F.softmax(self.router(flat), dim=-1).max(dim=-1)
        mask = F.one_hot(chosen, self.up.shape[0])
        place = torch.cumsum(mask, dim=0) * mask - 1
        mask = mask * (place < self.room)
        slots = F.one_hot(place.clamp(min=0, max=self.room - 1), self.room) * mask[..., None]
        dispatch = slots.to(x.dtype)
        inside = torch.einsum("teb,tc->ebc", dispatch, flat)
        inside = F.gelu(torch.einsum("ebc,ech->ebh", inside, self.up))
        outside = torch.einsum("ebh,ehc->ebc", inside, self.down)
        combine = dispatch * weights[:, None, None]
        return torch.einsum("teb,ebc->tc", combine, outside).reshape(n, t, c)


class Mixture(nn.Module):
    def __init__(self, kind, depth, width=12, words=30):
        super().__init__()
        self.embed = nn.Embedding(words, width)
        self.attention = nn.ModuleList(
            nn.MultiheadAttention(width, 2, batch_first=True) for _ in range(depth)
        )
        self.experts = nn.ModuleList(kind(width) for _ in range(depth))
        self.norms = nn.ModuleList(nn.RMSNorm(width) for _ in range(2 * depth))

    def forward(self, tokens):
        x = self.embed(tokens)
        for index, (attention, experts) in enumerate(zip(self.attention, self.experts)):
            y = self.norms[2 * index](x)
            x = x + attention(y, y, y)[0]
            x = x + experts(self.norms[2 * index + 1](x))
        return x


def mixture(kind, depth):
    def make():
        return Program(Mixture(kind, depth), (torch.randint(0, 30, (2, 9)),), grad=True)

    return make


PROGRAMS = {
    "lstm": tagger(nn.LSTM),
    "lstm_both_ways": tagger(nn.LSTM, bidirectional=True),
    "lstm_projected": tagger(nn.LSTM, proj_size=5),
    "gru": tagger(nn.GRU),
    "gru_both_ways": tagger(nn.GRU, bidirectional=True),
    "rnn": tagger(nn.RNN),
    "rnn_cells": stepwise,
    "dlrm": dlrm,
    "moe_dense": mixture(DenseExperts, 12),
    "moe_loop": mixture(LoopedExperts, 2),
}
