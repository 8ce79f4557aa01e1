"""The perceptron of `train mlp` in PyTorch, measured; `Scripts/compare-pytorch` runs it.

Prints boards a second as JSON, by the name of this package's benchmark and the way it was done.
"""

import json
import os
import time

import torch

FEATURES, PATTERNS, WIDTH, BATCH = 6400, 40, 256, 1024


class Perceptron(torch.nn.Module):
    """One-hot features as rows of a table, summed; two hidden layers of 256."""

    def __init__(self, sparse):
        super().__init__()
        self.table = torch.nn.EmbeddingBag(FEATURES, WIDTH, mode="sum", sparse=sparse)
        self.bias = torch.nn.Parameter(torch.zeros(WIDTH))
        self.hidden = torch.nn.Linear(WIDTH, WIDTH)
        self.output = torch.nn.Linear(WIDTH, 1)

    def forward(self, indices):
        first = torch.relu(self.table(indices) + self.bias)
        return self.output(torch.relu(self.hidden(first)))[:, 0]


class OneHotPerceptron(torch.nn.Module):
    """The same with a product of a one-hot matrix."""

    def __init__(self):
        super().__init__()
        self.layers = torch.nn.Sequential(
            torch.nn.Linear(FEATURES, WIDTH), torch.nn.ReLU(), torch.nn.Linear(WIDTH, WIDTH),
            torch.nn.ReLU(), torch.nn.Linear(WIDTH, 1))

    def forward(self, one_hot):
        return self.layers(one_hot)[:, 0]


def rate(work, seconds=0.5, repetitions=5):
    """The median of boards a second."""
    for _ in range(5):
        work()
    rates = []
    for _ in range(repetitions):
        started, count = time.perf_counter(), 0
        while time.perf_counter() - started < seconds:
            work()
            count += BATCH
        rates.append(count / (time.perf_counter() - started))
    return sorted(rates)[repetitions // 2]


def boards():
    """Features of boards as play meets them: small tiles are common, large ones rare."""
    exponents = torch.distributions.Geometric(0.3).sample((BATCH, 16)).long().clamp(max=11)
    pairs = [(c, c + 1) for c in range(16) if c % 4 < 3] + [(c, c + 4) for c in range(12)]
    columns = [exponents + 16 * torch.arange(16)]
    for number, (a, b) in enumerate(pairs):
        columns.append((exponents[:, a] + 16 * exponents[:, b] + 256 + 256 * number)[:, None])
    return torch.cat(columns, dim=1)


def stepper(model, optimizers, inputs, targets):
    loss = torch.nn.HuberLoss(delta=4)

    def step():
        for optimizer in optimizers:
            optimizer.zero_grad(set_to_none=True)
        loss(model(inputs), targets).backward()
        for optimizer in optimizers:
            optimizer.step()

    return step


def main():
    torch.manual_seed(1)
    indices, targets, results = boards(), torch.randn(BATCH), {}
    one_hot = torch.zeros(BATCH, FEATURES).scatter_(1, indices, 1)
    for threads in sorted({1, os.cpu_count()}):
        torch.set_num_threads(threads)
        suffix = "/threads" if threads > 1 else ""
        model = Perceptron(sparse=True)
        rest = [p for name, p in model.named_parameters() if not name.startswith("table")]
        sparse = [torch.optim.SparseAdam(list(model.table.parameters()), lr=1e-4),
                  torch.optim.Adam(rest, lr=1e-4, fused=True)]
        ways = {"SparseAdam": stepper(model, sparse, indices, targets)}
        for way, options in [("Adam", {}), ("fused Adam", {"fused": True})]:
            dense = Perceptron(sparse=False)
            ways[way] = stepper(
                dense, [torch.optim.Adam(dense.parameters(), lr=1e-4, **options)], indices, targets)
        product = OneHotPerceptron()
        ways["one-hot product, fused Adam"] = stepper(
            product, [torch.optim.Adam(product.parameters(), lr=1e-4, fused=True)], one_hot,
            targets)
        for way, step in ways.items():
            results[f"mlp/update/1024{suffix} {way}"] = rate(step)
        if threads == 1:
            with torch.inference_mode():
                results["mlp/forward/1024 table of rows"] = rate(lambda: model(indices))
    print(json.dumps(results))


if __name__ == "__main__":
    main()
