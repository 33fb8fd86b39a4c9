/** Media types of audio files, for a browser's player. */
const types: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  flac: 'audio/flac',
  m4a: 'audio/mp4',
  m4b: 'audio/mp4',
  aac: 'audio/aac',
  wav: 'audio/wav',
  wma: 'audio/x-ms-wma',
  aif: 'audio/aiff',
  aiff: 'audio/aiff',
  mp4: 'audio/mp4',
  mov: 'audio/mp4',
  '3gp': 'audio/3gpp',
  mka: 'audio/x-matroska',
  mkv: 'audio/x-matroska',
  webm: 'audio/webm',
  weba: 'audio/webm',
  caf: 'audio/x-caf',
};

export const audioTypeOf = (filename: string): string =>
  types[/\.([^.]+)$/.exec(filename.toLowerCase())?.[1] ?? ''] ?? 'application/octet-stream';
