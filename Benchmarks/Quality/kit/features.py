"""Features of a drum stroke, none of which depends on its level.

Two families that share no figure: `picture` (where the energy is, over pitch and time) is what
the kit may be tuned by; `physics` (envelopes, decays, tone against noise, slopes) and the cepstra
are kept for the verdict.
"""
import numpy as np
from scipy.fft import dct
from scipy.signal import butter, sosfilt, stft

from sounds import RATE

WINDOWS = [(0.0, 0.05), (0.05, 0.2), (0.2, 0.6), (0.6, 1.4)]
OCTAVES = [(30, 120), (120, 300), (300, 800), (800, 2_000), (2_000, 5_000), (5_000, 10_000),
           (10_000, 16_000)]
FLOOR = -60.0


def mel_bands(count=32, low=40.0, high=16_000.0, size=1_024):
    def mel(hertz):
        return 2_595 * np.log10(1 + hertz / 700)
    edges = 700 * (10 ** (np.linspace(mel(low), mel(high), count + 2) / 2_595) - 1)
    grid = np.linspace(0, RATE / 2, size // 2 + 1)
    bands = np.zeros((count, len(grid)))
    for n in range(count):
        left, centre, right = edges[n:n + 3]
        bands[n] = np.clip(np.minimum((grid - left) / (centre - left),
                                      (right - grid) / (right - centre)), 0, None)
        if bands[n].sum() < 1e-9 or bands[n].sum() < 0.5:
            bands[n] = 0
            bands[n][np.argmin(np.abs(grid - centre))] = 1
        bands[n] /= bands[n].sum()
    return bands


BANDS = mel_bands(size=2_048)


def spectrogram(mono):
    padded = np.pad(mono, (1_024, 2_048))
    _, times, bins = stft(padded, RATE, nperseg=1_024, noverlap=1_024 - 220, nfft=2_048,
                          boundary=None, padded=False)
    return times - 1_024 / RATE, np.abs(bins) ** 2


def decibels(power, floor=FLOOR):
    return 10 * np.log10(np.maximum(power, 10 ** (floor / 10) * power.max() + 1e-30))


def log_mel(mono, windows=WINDOWS):
    """Bands × windows in dB below the loudest cell, not under −60."""
    times, power = spectrogram(mono)
    cells = []
    for start, end in windows:
        at = (times >= start) & (times < end)
        mean = power[:, at].sum(axis=1) / max(1, (end - start) * RATE / 220) if at.any() \
            else np.zeros(power.shape[0])
        cells.append(BANDS @ mean)
    cells = np.array(cells).T
    return decibels(cells / max(cells.max(), 1e-30))


def shape_change(one, other):
    """The rms difference of two sounds' log-mel pictures in dB, their level removed."""
    a, b = log_mel(one), log_mel(other)
    heard = (a > FLOOR + 0.5) | (b > FLOOR + 0.5)
    difference = (a - b)[heard]
    return float(np.std(difference))


def envelope(mono, seconds=0.003):
    size = int(seconds * RATE)
    count = len(mono) // size
    return np.sqrt((mono[:count * size].reshape(count, size) ** 2).mean(axis=1) + 1e-20)


def fall_time(levels, decibels_down, step):
    """Seconds from the peak until the level stays that far under it."""
    peak = int(np.argmax(levels))
    above = np.nonzero(levels > levels[peak] * 10 ** (-decibels_down / 20))[0]
    return (above[-1] - peak + 1) * step


def moments(power, grid):
    total = power.sum() + 1e-30
    centroid = (power * grid).sum() / total
    spread = np.sqrt((power * (grid - centroid) ** 2).sum() / total)
    cumulated = np.cumsum(power) / total
    rolloff = grid[min(np.searchsorted(cumulated, 0.85), len(grid) - 1)]
    low = grid[min(np.searchsorted(cumulated, 0.15), len(grid) - 1)]
    heard = power[(grid > 60) & (grid < 16_000)]
    flatness = np.exp(np.mean(np.log(heard + 1e-12 * heard.max() + 1e-30))) / (heard.mean() + 1e-30)
    return [np.log2(centroid + 20), np.log2(spread + 20), np.log2(rolloff + 20),
            np.log2(low + 20), 10 * np.log10(flatness + 1e-9)]


def picture(mono):
    """What the kit may be tuned by: 32 mel bands × 4 windows, and seven bands' shares."""
    _, power = spectrogram(mono)
    grid = np.linspace(0, RATE / 2, power.shape[0])
    whole = power.sum(axis=1)
    shares = np.array([whole[(grid >= low) & (grid < high)].sum() for low, high in OCTAVES])
    return np.concatenate([log_mel(mono).ravel(), decibels(shares / shares.sum())])


def cepstra(mono):
    windows = [(0.0, 0.012), (0.012, 0.03), (0.03, 0.08), (0.08, 0.16), (0.16, 0.35), (0.35, 0.8)]
    cells = log_mel(mono, windows)
    rows = dct(cells, axis=0, norm="ortho")[:13]
    return rows.ravel()


def physics(mono):
    """Envelope, decays, build-up, brightness over time, tone against noise."""
    mono = np.pad(mono, (0, max(0, RATE // 2 - len(mono))))
    step = 0.003
    levels = envelope(mono, step)
    peak = int(np.argmax(levels))
    rms = np.sqrt((mono[:int(0.4 * RATE)] ** 2).mean()) + 1e-12
    values = [np.log2(peak * step + 0.002)]
    values += [np.log2(fall_time(levels, d, step)) for d in (10, 20, 40)]
    energy = levels ** 2
    values += [np.log2((energy * np.arange(len(energy))).sum() / energy.sum() * step + 0.002),
               20 * np.log10(np.abs(mono).max() / rms)]
    for low, high in OCTAVES:
        band = sosfilt(butter(4, [low, high], "band", fs=RATE, output="sos"), mono)
        part = envelope(band, 0.005)
        values += [np.log2(fall_time(part, 15, 0.005)), np.log2(fall_time(part, 30, 0.005)),
                   np.log2(int(np.argmax(part)) * 0.005 + 0.004)]
    times, power = spectrogram(mono)
    grid = np.linspace(0, RATE / 2, power.shape[0])
    for start, end in [(0, 0.03), (0.03, 0.12), (0.12, 0.4)]:
        at = (times >= start) & (times < end)
        values += moments(power[:, at].sum(axis=1) if at.any() else power[:, 0] * 0 + 1e-20, grid)
    return np.array(values + tone(mono))


def tone(mono):
    """The fundamental, its glide, the share of energy in narrow peaks, and their ripple."""
    length = min(len(mono), int(0.6 * RATE))
    skipped = min(int(0.01 * RATE), length // 4)
    part = mono[skipped:length]
    power = np.abs(np.fft.rfft(part * np.hanning(len(part)), 65_536)) ** 2
    grid = np.fft.rfftfreq(65_536, 1 / RATE)
    heard = (grid > 40) & (grid < 16_000)
    smooth = np.convolve(power, np.ones(301) / 301, "same") + 1e-30
    strongest = grid[heard][np.argmax(power[heard])]
    peaks = power[heard] > 4 * smooth[heard]
    share = power[heard][peaks].sum() / (power[heard].sum() + 1e-30)
    ripple = np.std(10 * np.log10(power[heard][::8] / smooth[heard][::8] + 1e-4))
    pitches = []
    for start, end in [(0.0, 0.04), (0.06, 0.2)]:
        piece = mono[int(start * RATE):int(end * RATE)]
        if len(piece) < 500:
            piece = mono[:1_000]
        low = np.abs(np.fft.rfft(piece * np.hanning(len(piece)), 32_768)) ** 2
        where = np.fft.rfftfreq(32_768, 1 / RATE)
        inside = (where > 35) & (where < 4_000)
        pitches.append(np.log2(where[inside][np.argmax(low[inside])]))
    return [np.log2(strongest), pitches[0] - pitches[1], pitches[1], share, ripple]
