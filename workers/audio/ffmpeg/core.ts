/** The ffmpeg from npm, for threads: WebAssembly, whose memory is a sandbox. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

// The types of Node do not include WebAssembly.
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: object): Promise<object>;
};

export interface FileNode {
  usedBytes: number;
  stream_ops: Record<string, unknown>;
}

/** The used part of Emscripten's file system; see its File System API. */
export interface Core {
  FS: {
    create(path: string): FileNode;
    lookupPath(path: string): { node: FileNode };
    writeFile(path: string, data: Uint8Array): void;
    readFile(path: string): Uint8Array;
    ErrnoError: new (code: number) => Error;
  };
  setLogger(log: (entry: { message: string }) => void): void;
  exec(...given: string[]): number;
}
type CreateCore = (options: {
  instantiateWasm(imports: object, done: (instance: object) => void): object;
}) => Promise<Core>;

/**
 * Compiles ffmpeg and creates an instance, once per thread and job. So a hostile file cannot affect other files, and
 * all memory is freed when the thread ends. Compiling takes about 0.2 s of CPU time.
 */
export async function loadCore(): Promise<Core> {
  const wasm = await WebAssembly.compile(await readFile(createRequire(import.meta.url).resolve('@ffmpeg/core/wasm')));
  // The package is built for a browser's worker and reads its URL when it is loaded.
  const packageName: string = '@ffmpeg/core'; // has no types
  Object.assign(globalThis, { self: { location: { href: '' } } });
  const { default: createCore } = (await import(packageName)) as { default: CreateCore };
  return createCore({
    instantiateWasm(imports, done) {
      void WebAssembly.instantiate(wasm, imports).then(done);
      return {};
    },
  });
}
