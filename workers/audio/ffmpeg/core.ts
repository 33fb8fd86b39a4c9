/** The ffmpeg that comes with the package, for threads: WebAssembly, whose memory is a sandbox. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

// The types of Node leave WebAssembly to those of browsers.
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: object): Promise<object>;
};

export interface FileNode {
  usedBytes: number;
  stream_ops: Record<string, unknown>;
}

/** The part of Emscripten's file system that is used; see its File System API. */
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
 * Compiles ffmpeg and makes an instance of it, once in a thread for each job: what one file does to its instance harms
 * no other, and all memory is given back when the thread ends. Compiling takes some 0.2 s of the processor.
 */
export async function loadCore(): Promise<Core> {
  const wasm = await WebAssembly.compile(await readFile(createRequire(import.meta.url).resolve('@ffmpeg/core/wasm')));
  // The package is made for a browser's worker, and asks for its address when it is loaded.
  const packageName: string = '@ffmpeg/core'; // comes without types
  Object.assign(globalThis, { self: { location: { href: '' } } });
  const { default: createCore } = (await import(packageName)) as { default: CreateCore };
  return createCore({
    instantiateWasm(imports, done) {
      void WebAssembly.instantiate(wasm, imports).then(done);
      return {};
    },
  });
}
