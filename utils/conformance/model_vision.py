"""Convolutional networks, and a vision transformer, as torchvision builds them."""

import torch
import torch.nn.functional as F
from sources import Program
from torch import nn


# ------------------------------------------------------------------- ResNet-50
class Bottleneck(nn.Module):
    def __init__(self, inside, planes, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(inside, planes, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(planes)
        self.conv2 = nn.Conv2d(planes, planes, 3, stride, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(planes)
        self.conv3 = nn.Conv2d(planes, planes * 4, 1, bias=False)
        self.bn3 = nn.BatchNorm2d(planes * 4)
        self.relu = nn.ReLU(inplace=True)
        self.downsample = None
        if stride != 1 or inside != planes * 4:
            conv = nn.Conv2d(inside, planes * 4, 1, stride, bias=False)
            self.downsample = nn.Sequential(conv, nn.BatchNorm2d(planes * 4))

    def forward(self, x):
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.relu(self.bn2(self.conv2(out)))
        out = self.bn3(self.conv3(out))
        out += x if self.downsample is None else self.downsample(x)
        return self.relu(out)


class ResNet50(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        stem = nn.Conv2d(3, width, 7, 2, 3, bias=False)
        self.stem = nn.Sequential(
            stem, nn.BatchNorm2d(width), nn.ReLU(inplace=True), nn.MaxPool2d(3, 2, 1)
        )
        blocks, inside = [], width
        for level, count in enumerate((3, 4, 6, 3)):
            planes = width << level
            for index in range(count):
                blocks.append(Bottleneck(inside, planes, 2 if level and not index else 1))
                inside = planes * 4
        self.blocks = nn.Sequential(*blocks)
        self.pool = nn.AdaptiveAvgPool2d(1)
        self.fc = nn.Linear(inside, 10)

    def forward(self, x):
        return self.fc(torch.flatten(self.pool(self.blocks(self.stem(x))), 1))


def images(count=2, size=64):
    return (torch.randn(count, 3, size, size),)


def batch():
    return {"x": {0: torch.export.Dim("batch", min=2, max=64)}}


# ----------------------------------------------------------------- MobileNetV2
def conv_bn(inside, outside, size=3, stride=1, groups=1):
    conv = nn.Conv2d(inside, outside, size, stride, size // 2, groups=groups, bias=False)
    return [conv, nn.BatchNorm2d(outside), nn.ReLU6(inplace=True)]


class InvertedResidual(nn.Module):
    def __init__(self, inside, outside, stride, expand):
        super().__init__()
        hidden = inside * expand
        layers = conv_bn(inside, hidden, 1) if expand != 1 else []
        layers += conv_bn(hidden, hidden, 3, stride, groups=hidden)
        layers += [nn.Conv2d(hidden, outside, 1, bias=False), nn.BatchNorm2d(outside)]
        self.layers = nn.Sequential(*layers)
        self.residual = stride == 1 and inside == outside

    def forward(self, x):
        return x + self.layers(x) if self.residual else self.layers(x)


class MobileNetV2(nn.Module):
    SETTINGS = (
        (1, 4, 1, 1), (6, 6, 2, 2), (6, 8, 3, 2), (6, 16, 4, 2), (6, 24, 3, 1), (6, 40, 3, 2),
        (6, 80, 1, 1),
    )

    def __init__(self):
        super().__init__()
        layers, inside = conv_bn(3, 8, 3, 2), 8
        for expand, outside, count, stride in self.SETTINGS:
            for index in range(count):
                layers.append(
                    InvertedResidual(inside, outside, stride if not index else 1, expand)
                )
                inside = outside
        self.features = nn.Sequential(*layers, *conv_bn(inside, 160, 1))
        self.classifier = nn.Sequential(nn.Dropout(0.2), nn.Linear(160, 10))

    def forward(self, x):
        x = F.adaptive_avg_pool2d(self.features(x), (1, 1))
        return self.classifier(torch.flatten(x, 1))


# ------------------------------------------------------------------------- ViT
class EncoderBlock(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(width, eps=1e-6), nn.LayerNorm(width, eps=1e-6)
        self.attention = nn.MultiheadAttention(width, heads, batch_first=True)
        self.dropout = nn.Dropout(0.1)
        self.mlp = nn.Sequential(
            nn.Linear(width, 4 * width), nn.GELU(), nn.Dropout(0.1), nn.Linear(4 * width, width)
        )

    def forward(self, x):
        y = self.norm1(x)
        y, _ = self.attention(y, y, y, need_weights=False)
        x = x + self.dropout(y)
        return x + self.mlp(self.norm2(x))


class ViT(nn.Module):
    def __init__(self, width=24, depth=12, heads=3, patch=16, size=64):
        super().__init__()
        self.patches = nn.Conv2d(3, width, patch, patch)
        self.token = nn.Parameter(torch.randn(1, 1, width))
        self.positions = nn.Parameter(torch.randn(1, (size // patch) ** 2 + 1, width))
        self.layers = nn.Sequential(*(EncoderBlock(width, heads) for _ in range(depth)))
        self.norm, self.head = nn.LayerNorm(width, eps=1e-6), nn.Linear(width, 10)

    def forward(self, x):
        n = x.shape[0]
        x = self.patches(x).reshape(n, self.token.shape[2], -1).permute(0, 2, 1)
        x = torch.cat([self.token.expand(n, -1, -1), x], dim=1) + self.positions
        return self.head(self.norm(self.layers(x))[:, 0])


# ----------------------------------------------------------------------- U-Net
class DoubleConv(nn.Sequential):
    def __init__(self, inside, outside):
        layers = []
        for channels in (inside, outside):
            layers += [
                nn.Conv2d(channels, outside, 3, padding=1), nn.BatchNorm2d(outside),
                nn.ReLU(inplace=True),
            ]
        super().__init__(*layers)


class UNet(nn.Module):
    """The segmentation network, with transposed convolutions or with interpolation."""

    def __init__(self, transposed, width=4, depth=4):
        super().__init__()
        sizes = [width << level for level in range(depth + 1)]
        self.first = DoubleConv(3, width)
        self.down = nn.ModuleList(DoubleConv(a, b) for a, b in zip(sizes, sizes[1:]))
        self.up, self.join = nn.ModuleList(), nn.ModuleList()
        for large, small in zip(sizes[:0:-1], sizes[-2::-1]):
            up = nn.Upsample(scale_factor=2, mode="bilinear", align_corners=True)
            up = nn.Sequential(up, nn.Conv2d(large, small, 1))
            self.up.append(nn.ConvTranspose2d(large, small, 2, 2) if transposed else up)
            self.join.append(DoubleConv(2 * small, small))
        self.last = nn.Conv2d(width, 2, 1)

    def forward(self, x):
        kept = [self.first(x)]
        for down in self.down:
            kept.append(down(F.max_pool2d(kept[-1], 2)))
        x = kept.pop()
        for up, join in zip(self.up, self.join):
            x, skip = up(x), kept.pop()
            dy, dx = skip.shape[2] - x.shape[2], skip.shape[3] - x.shape[3]
            x = F.pad(x, [dx // 2, dx - dx // 2, dy // 2, dy - dy // 2])
            x = join(torch.cat([skip, x], dim=1))
        return self.last(x)


class TimeBlock(nn.Module):
    """A residual block of a diffusion model: group norms, a shift by the time."""

    def __init__(self, inside, outside, time):
        super().__init__()
        self.norm1, self.norm2 = nn.GroupNorm(4, inside), nn.GroupNorm(4, outside)
        self.conv1 = nn.Conv2d(inside, outside, 3, padding=1)
        self.conv2 = nn.Conv2d(outside, outside, 3, padding=1)
        self.time = nn.Linear(time, outside)
        self.skip = nn.Identity() if inside == outside else nn.Conv2d(inside, outside, 1)

    def forward(self, x, time):
        y = self.conv1(F.silu(self.norm1(x)))
        y = y + self.time(F.silu(time))[:, :, None, None]
        return self.skip(x) + self.conv2(F.silu(self.norm2(y)))


class SpatialAttention(nn.Module):
    def __init__(self, width, heads=2):
        super().__init__()
        self.heads, self.norm = heads, nn.GroupNorm(4, width)
        self.qkv, self.out = nn.Conv1d(width, 3 * width, 1), nn.Conv1d(width, width, 1)

    def forward(self, x):
        n, c, h, w = x.shape
        q, k, v = self.qkv(self.norm(x).view(n, c, h * w)).chunk(3, dim=1)
        q, k, v = (t.reshape(n * self.heads, c // self.heads, h * w) for t in (q, k, v))
        scale = (c // self.heads) ** -0.25
        weight = torch.einsum("bct,bcs->bts", q * scale, k * scale).softmax(dim=-1)
        y = torch.einsum("bts,bcs->bct", weight, v).reshape(n, c, h * w)
        return x + self.out(y).view(n, c, h, w)


class DiffusionUNet(nn.Module):
    def __init__(self, width=8, depth=3, time=16):
        super().__init__()
        self.frequencies = 8
        self.embed = nn.Sequential(nn.Linear(16, time), nn.SiLU(), nn.Linear(time, time))
        self.first = nn.Conv2d(3, width, 3, padding=1)
        sizes = [width << level for level in range(depth)]
        self.down, self.up = nn.ModuleList(), nn.ModuleList()
        for a, b in zip(sizes, [*sizes[1:], sizes[-1]]):
            conv = nn.Conv2d(b, b, 3, 2, 1)
            self.down.append(nn.ModuleList([TimeBlock(a, b, time), SpatialAttention(b), conv]))
            self.up.insert(0, nn.ModuleList([TimeBlock(2 * b, a, time), SpatialAttention(a)]))
        self.middle = TimeBlock(sizes[-1], sizes[-1], time)
        self.norm, self.last = nn.GroupNorm(4, width), nn.Conv2d(width, 3, 3, padding=1)

    def forward(self, x, steps):
        exponents = torch.arange(self.frequencies, dtype=torch.float32, device=x.device)
        angles = steps[:, None].float() * torch.exp(-exponents)[None]
        time = self.embed(torch.cat([angles.cos(), angles.sin()], dim=-1))
        x, kept = self.first(x), []
        for block, attention, conv in self.down:
            kept.append(attention(block(x, time)))
            x = conv(kept[-1])
        x = self.middle(x, time)
        for block, attention in self.up:
            skip = kept.pop()
            x = F.interpolate(x, size=skip.shape[-2:], mode="nearest")
            x = attention(block(torch.cat([x, skip], dim=1), time))
        return self.last(F.silu(self.norm(x)))


PROGRAMS = {
    "resnet50_eval": lambda: Program(ResNet50(), images(), dynamic_shapes=batch()),
    "resnet50_train": lambda: Program(ResNet50(), images(4), training=True, grad=True),
    "mobilenet_v2": lambda: Program(MobileNetV2(), images(), dynamic_shapes=batch()),
    "mobilenet_v2_train": lambda: Program(MobileNetV2(), images(4), training=True),
    "vit": lambda: Program(ViT(), images(), dynamic_shapes=batch()),
    "vit_grad": lambda: Program(ViT(), images(), grad=True),
    "unet": lambda: Program(UNet(transposed=True), images()),
    "unet_bilinear": lambda: Program(UNet(transposed=False), images()),
    "unet_train": lambda: Program(UNet(transposed=True), images(), training=True),
    "unet_diffusion": lambda: Program(
        DiffusionUNet(), (*images(2, 16), torch.tensor([3, 700]))
    ),
}
