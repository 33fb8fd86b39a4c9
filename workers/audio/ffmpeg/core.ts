/** The ffmpeg that comes with the package, for threads: WebAssembly, whose memory is a sandbox. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

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
 * A function is compiled when it is called for the first time, and by the optimizing compiler at once: all of them by
 * the quick one take 65 MB, of which a conversion needs a fraction. For all of the process; read when it is compiled.
 */
for (const flag of ['--wasm-lazy-compilation', '--no-liftoff', '--expose-gc']) setFlagsFromString(flag);
const collect = runInNewContext('gc') as () => void;

/** Gives back what instances that are no more used took: a collector sees a few bytes of each, and not its memory. */
export const collectInstances = (): void => collect();

/** Answers what makes instances: one for each job, since what one file did to its own is to harm no other. */
export async function loadCore(): Promise<() => Promise<Core>> {
  // The package is made for a browser's worker, and asks for its address when it is loaded.
  const packageName: string = '@ffmpeg/core'; // comes without types
  Object.assign(globalThis, { self: { location: { href: '' } } });
  const { default: createCore } = (await import(packageName)) as { default: CreateCore };
  const wasm = await WebAssembly.compile(readFileSync(createRequire(import.meta.url).resolve('@ffmpeg/core/wasm')));
  return () =>
    createCore({
      instantiateWasm(imports, done) {
        void WebAssembly.instantiate(wasm, imports).then(done);
        return {};
      },
    });
}
