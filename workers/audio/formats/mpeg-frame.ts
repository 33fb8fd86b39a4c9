/** Headers of MPEG audio frames (ISO 11172-3, 13818-3) and of ADTS frames (ISO 13818-7). */

export interface FrameHeader {
  /** As music-metadata names it, in lower case: `mpeg 1 layer 3`, `aac`. */
  codec: string;
  /** `MPEG`, `ADTS/MPEG-2`, `ADTS/MPEG-4`. */
  container: string;
  /** Hertz. */
  sampleRate: number;
  channels: number;
  /** Samples per channel. */
  samples: number;
  /** Length of the whole frame, including the header. */
  bytes: number;
}

/** Maximum bytes of a header. */
export const headerBytes = 7;

const sampleRates: Record<string, readonly number[]> = {
  '1': [44_100, 48_000, 32_000],
  '2': [22_050, 24_000, 16_000],
  '2.5': [11_025, 12_000, 8_000],
};

/** kbit/s by index − 1; rows by MPEG version (1, else 2) and layer. */
const bitRates: Record<string, readonly number[]> = {
  '1/1': [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  '1/2': [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  '1/3': [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  '2/1': [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  '2/2': [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  '2/3': [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};

const adtsRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
];
const adtsChannels = [1, 1, 2, 3, 4, 5, 6, 8];

/** Returns the frame that begins at `at`, or undefined if none does. Free-format streams are not supported. */
export function frameAt(bytes: Uint8Array, at: number): FrameHeader | undefined {
  const b1 = bytes[at + 1];
  const b2 = bytes[at + 2];
  const b3 = bytes[at + 3];
  if (bytes[at] !== 0xff || b1 === undefined || b2 === undefined || b3 === undefined || (b1 & 0xe0) !== 0xe0)
    return undefined;
  return (b1 & 0xf6) === 0xf0 ? adtsFrame(bytes, at) : mpegFrame(b1, b2, b3);
}

function mpegFrame(b1: number, b2: number, b3: number): FrameHeader | undefined {
  const version = ['2.5', undefined, '2', '1'][(b1 >> 3) & 3];
  const layer = [undefined, 3, 2, 1][(b1 >> 1) & 3];
  if (version === undefined || layer === undefined) return undefined;
  const row = `${version === '1' ? 1 : 2}/${layer}`;
  const kilobits = bitRates[row]?.[(b2 >> 4) - 1];
  const sampleRate = sampleRates[version]?.[(b2 >> 2) & 3];
  if (kilobits === undefined || sampleRate === undefined) return undefined;
  const padding = (b2 >> 1) & 1;
  const samples = layer === 1 ? 384 : layer === 2 || version === '1' ? 1152 : 576;
  const bytes =
    layer === 1
      ? (Math.floor((12_000 * kilobits) / sampleRate) + padding) * 4
      : Math.floor((samples * 125 * kilobits) / sampleRate) + padding;
  const channels = b3 >> 6 === 3 ? 1 : 2;
  return { codec: `mpeg ${version} layer ${layer}`, container: 'MPEG', sampleRate, channels, samples, bytes };
}

function adtsFrame(bytes: Uint8Array, at: number): FrameHeader | undefined {
  const [, b1 = 0, b2 = 0, b3 = 0, b4, b5, b6] = bytes.subarray(at, at + headerBytes);
  if (b4 === undefined || b5 === undefined || b6 === undefined) return undefined;
  const sampleRate = adtsRates[(b2 >> 2) & 15];
  const length = ((b3 & 3) << 11) | (b4 << 3) | (b5 >> 5);
  if (sampleRate === undefined || length <= headerBytes) return undefined;
  const channels = adtsChannels[((b2 & 1) << 2) | (b3 >> 6)] ?? 1;
  return {
    codec: 'aac',
    container: (b1 & 8) === 0 ? 'ADTS/MPEG-4' : 'ADTS/MPEG-2',
    sampleRate,
    channels,
    samples: 1024 * ((b6 & 3) + 1),
    bytes: length,
  };
}

/** Reports whether two frames can follow each other in one stream. */
export const sameStream = (a: FrameHeader, b: FrameHeader): boolean =>
  a.codec === b.codec && a.sampleRate === b.sampleRate;
