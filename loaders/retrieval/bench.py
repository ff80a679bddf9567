"""Reference side of loaders/retrieval/bench.ts: python bench.py REQUEST.json ANSWER.json"""

import json
import sys
import time
from importlib.metadata import version

import numpy as np


def best_of(rounds, body):
    best, result = float("inf"), None
    for _ in range(rounds):
        start = time.perf_counter()
        result = body()
        best = min(best, time.perf_counter() - start)
    return best * 1000, result


def dense(request):
    """Top items and the ranks of own snippets by numpy, float32, from normalized vectors."""
    queries = np.fromfile(request["queries"], dtype="<f4").reshape(request["query_count"], -1)
    passages = np.fromfile(request["passages"], dtype="<f4").reshape(request["passage_count"], -1)
    own = np.array(request["own"])
    depth = request["depth"]

    def rank():
        q = queries / np.linalg.norm(queries, axis=1, keepdims=True)
        p = passages / np.linalg.norm(passages, axis=1, keepdims=True)
        similarities = q @ p.T
        kept = np.argpartition(-similarities, depth, axis=1)[:, :depth]
        order = np.argsort(-np.take_along_axis(similarities, kept, axis=1), axis=1, kind="stable")
        top = np.take_along_axis(kept, order, axis=1)
        ranks = np.empty(own.shape, dtype=np.int32)
        for column in range(own.shape[1]):
            similarity = np.take_along_axis(similarities, own[:, column : column + 1], axis=1)
            ranks[:, column] = (similarities > similarity).sum(axis=1) + 1
        return top, ranks

    ms, (top, ranks) = best_of(request["rounds"], rank)
    return {"ms": ms, "version": f"numpy {version('numpy')}", "top": top[:, :10].tolist(), "ranks": ranks.tolist()}


def bm25(request):
    """Index and retrieve by bm25s (method lucene) from given tokens."""
    import bm25s

    documents = [text.split(" ") for text in request["documents"]]
    queries = [text.split(" ") for text in request["queries"]]

    def rank():
        index = bm25s.BM25(method="lucene", k1=request["k1"], b=request["b"])
        index.index(documents, show_progress=False)
        return index.retrieve(queries, k=request["depth"], show_progress=False)

    ms, result = best_of(request["rounds"], rank)
    return {"ms": ms, "version": f"bm25s {version('bm25s')}", "scores": result.scores[:, :10].tolist()}


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        request = json.load(file)
    answer = {"dense": dense, "bm25": bm25}[request["task"]](request)
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        json.dump(answer, file)


if __name__ == "__main__":
    main()
