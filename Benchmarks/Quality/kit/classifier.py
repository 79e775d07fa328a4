"""Names drum strokes: the mean of a shrinkage LDA, 300 extra-trees and neighbours in LDA space."""
import numpy as np
from sklearn.ensemble import ExtraTreesClassifier

from sounds import CLASSES


def balanced(labels, sources):
    """Weights that give every class the same sum, and every source in a class the same share."""
    weights = np.zeros(len(labels))
    for label in set(labels):
        own = [n for n, other in enumerate(labels) if other == label]
        present = {sources[n] for n in own}
        for source in present:
            part = [n for n in own if sources[n] == source]
            weights[part] = 1 / (len(present) * len(part))
    return weights


class Space:
    """Linear discriminants: features × scaling puts the classes' spreads at 1."""

    def __init__(self, features, labels, weights, shrinkage=0.35):
        total = weights.sum()
        self.mean = (weights[:, None] * features).sum(0) / total
        deviation = np.sqrt((weights[:, None] * (features - self.mean) ** 2).sum(0) / total)
        self.deviation = np.maximum(deviation, 1e-6)
        scaled = self.scaled(features)
        self.classes = [c for c in CLASSES if c in set(labels)]
        means, within = [], np.zeros((features.shape[1],) * 2)
        for label in self.classes:
            own = np.array([other == label for other in labels])
            share = weights[own] / weights[own].sum()
            mean = (share[:, None] * scaled[own]).sum(0)
            means.append(mean)
            centred = scaled[own] - mean
            within += (share[:, None] * centred).T @ centred
        within /= len(self.classes)
        within = (1 - shrinkage) * within + shrinkage * np.eye(len(within)) * np.trace(
            within) / len(within)
        values, vectors = np.linalg.eigh(within)
        white = vectors / np.sqrt(np.maximum(values, 1e-9))
        means = np.array(means) @ white
        _, _, axes = np.linalg.svd(means - means.mean(0), full_matrices=False)
        self.scaling = white @ axes[:len(self.classes) - 1].T
        self.centres = {c: m @ axes[:len(self.classes) - 1].T
                        for c, m in zip(self.classes, means)}

    def scaled(self, features):
        return np.clip((features - self.mean) / self.deviation, -6, 6)

    def places(self, features):
        return self.scaled(features) @ self.scaling

    def distance(self, features, label):
        return np.linalg.norm(self.places(features) - self.centres[label], axis=1)


class Classifier:
    def __init__(self, features, labels, sources, seed=0):
        self.weights = balanced(labels, sources)
        self.labels = labels
        self.space = Space(features, labels, self.weights)
        self.classes = self.space.classes
        self.known = self.space.places(features)
        self.trees = ExtraTreesClassifier(300, min_samples_leaf=2, max_features="sqrt",
                                          random_state=seed, n_jobs=1)
        self.trees.fit(features, labels, sample_weight=self.weights)

    def probabilities(self, features):
        """Rows of probabilities in the order of `classes`."""
        places = self.space.places(features)
        centres = np.array([self.space.centres[c] for c in self.classes])
        squares = ((places[:, None] - centres) ** 2).sum(2)
        linear = np.exp(-0.5 * (squares - squares.min(1, keepdims=True)) / 4)
        linear /= linear.sum(1, keepdims=True)
        order = [list(self.trees.classes_).index(c) for c in self.classes]
        return (linear + self.trees.predict_proba(features)[:, order] + self.near(places)) / 3

    def near(self, places, count=9):
        result = np.zeros((len(places), len(self.classes)))
        for row, place in enumerate(places):
            distances = np.linalg.norm(self.known - place, axis=1)
            closest = np.argsort(distances)[:count]
            for n in closest:
                result[row, self.classes.index(self.labels[n])] += self.weights[n] / (
                    distances[n] + 1)
        return result / result.sum(1, keepdims=True)
