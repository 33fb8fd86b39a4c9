/** Random pens, memories and wishes: a plan leads to what is wanted, the next one is empty, and foreign files stay. */
import { expect, it } from '@jest/globals';
import { isPenOwn, pathKey } from '../../../workers/pen/plan/names.js';
import { doubtfulFiles, ownFiles, sameTime } from '../../../workers/pen/plan/own-files.js';
import { isInOrder, planSync, type SyncPlan } from '../../../workers/pen/plan/plan.js';
import type { PenFile, RememberedFile, WantedFile } from '../../../workers/pen/types.js';

type ModelFile = PenFile & { sha256: string };
interface Model {
  /** As FAT has them: one file a name, in any case. */
  files: Map<string, ModelFile>;
  remembered: RememberedFile[];
  wanted: WantedFile[];
}

function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const oids = [1, 92, 920];
const paths = [
  '1_T.gme',
  '1_T-2.gme',
  '92_T.gme',
  '92_t.GME',
  '920_T.gme',
  '920_T-2.gme',
  'a/1_T.gme',
  'a/x.gme',
  'system/1.gme',
  'y.gme',
  'songs/92_T.gme',
];
const noon = 1_717_243_200_000;

function randomModel(seed: number): Model {
  const below = randomNumbers(seed);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const content = (): { oid: number; size: number; sha256: string } => {
    const [oid, version] = [pick(oids), below(3)];
    return { oid, size: 1000 + below(2), sha256: `${oid}.${version}` };
  };
  const files = new Map<string, ModelFile>();
  const remembered: RememberedFile[] = [];
  for (let n = below(8); n > 0; n--) {
    const [path, { oid, size, sha256 }, mtimeMs] = [pick(paths), content(), noon + below(4) * 100_000];
    const productId = below(8) === 0 ? null : oid;
    if (below(4) > 0) files.set(pathKey(path), { path, size, mtimeMs, productId, sha256 });
    if (below(3) > 0)
      remembered.push({
        path: below(6) === 0 ? pick(paths) : path,
        oid,
        size,
        mtimeMs: mtimeMs + [0, 0, 1999, 3_600_000, 50_000][below(5)]!,
        sha256,
      });
  }
  const looksLike = ({ path, size, mtimeMs, oid }: RememberedFile, file: ModelFile): boolean =>
    pathKey(path) === pathKey(file.path) &&
    size === file.size &&
    oid === file.productId &&
    sameTime(mtimeMs, file.mtimeMs);
  // A file that was changed with its size and time kept can be told by nobody; a second entry that is right can.
  const honest = remembered.filter((entry) => {
    const file = files.get(pathKey(entry.path));
    return (
      file === undefined ||
      !looksLike(entry, file) ||
      remembered.some((other) => looksLike(other, file) && other.sha256 === file.sha256)
    );
  });
  const wanted = oids
    .filter(() => below(3) > 0)
    .map((oid) => ({
      oid,
      title: 'T',
      source: '',
      size: 1000 + below(2),
      sha256: `${oid}.${below(3)}`,
      adopts: below(2) > 0,
    }));
  return { files, remembered: honest, wanted };
}

function look({ files, remembered, wanted }: Model): { plan: SyncPlan; digests: Map<string, string> } {
  const list = [...files.values()].map(({ path, size, mtimeMs, productId }) => ({ path, size, mtimeMs, productId }));
  const digests = new Map(
    doubtfulFiles(list, remembered, wanted).map(({ path }) => [path, files.get(pathKey(path))!.sha256]),
  );
  return { plan: planSync({ wanted, remembered, digests, files: list }), digests };
}

function carryOut(model: Model, plan: SyncPlan): void {
  const memory = new Map([...plan.own, ...plan.adopt].map((file) => [file.path, file]));
  const remove = ({ path }: RememberedFile): void => {
    model.files.delete(pathKey(path));
    memory.delete(path);
  };
  plan.remove.forEach(remove);
  for (const {
    wanted: { oid, size, sha256 },
    name,
    replaces,
  } of plan.copy) {
    replaces.forEach(remove);
    expect(model.files.has(pathKey(name))).toBe(false);
    model.files.set(pathKey(name), { path: name, size, mtimeMs: noon * 1.01, productId: oid, sha256 });
    memory.set(name, { path: name, oid, size, mtimeMs: noon * 1.01, sha256 });
  }
  model.remembered = [...memory.values()];
}

it.each([1, 2, 3, 4])('holds for thousands of pens (%d)', (part) => {
  let copies = 0;
  let foreign = 0;
  let left = 0;
  for (let seed = part * 10_000; seed < part * 10_000 + 1500; seed++) {
    const model = randomModel(seed);
    const { plan, digests } = look(model);
    const own = ownFiles([...model.files.values()], model.remembered, digests);
    const mine = new Set([...own.keys(), ...plan.adopt.map(({ path }) => path)]);
    const theirs = [...model.files.values()].filter(({ path }) => !mine.has(path));

    // Ours is only what someone could know to be ours.
    for (const { path, size, oid } of own.values()) {
      expect(isPenOwn(path)).toBe(false);
      expect(model.remembered.some((entry) => entry.size === size && entry.oid === oid)).toBe(true);
    }
    for (const { path } of [...plan.remove, ...plan.copy.flatMap(({ replaces }) => replaces)])
      expect(own.has(path)).toBe(true);
    for (const { path } of plan.adopt) {
      const { sha256, productId } = model.files.get(pathKey(path))!;
      const isWish = (wish: WantedFile): boolean => wish.sha256 === sha256 && wish.oid === productId;
      expect(model.wanted.find(isWish)?.adopts).toBe(true);
    }

    carryOut(model, plan);
    copies += plan.copy.length;
    foreign += theirs.length;
    for (const file of theirs) expect(model.files.get(pathKey(file.path))).toEqual(file);
    const kept = new Set(plan.keep.map(({ path }) => path).filter((path) => !mine.has(path)));
    for (const { oid, size, sha256 } of model.wanted) {
      const ours = model.remembered.filter((entry) => entry.oid === oid);
      const others = plan.keep.filter((entry) => entry.oid === oid && kept.has(entry.path));
      expect([...ours, ...others]).toHaveLength(1);
      const [{ path }] = [...ours, ...others] as [RememberedFile];
      expect(model.files.get(pathKey(path))).toMatchObject({ size, sha256, productId: oid });
    }
    expect(model.remembered).toHaveLength(model.wanted.length - kept.size);
    left += kept.size;
    const shadows = theirs
      .filter(({ path, productId }) => !kept.has(path) && model.wanted.some(({ oid }) => oid === productId))
      .map(({ path }) => path);
    expect(plan.shadowed.map(({ path }) => path).sort()).toEqual(shadows.sort());

    const second = look(model).plan;
    if (!isInOrder(second)) throw new Error(`seed ${seed}: ${JSON.stringify(second)}`);
    expect(second.changed).toEqual([]);
  }
  expect(copies).toBeGreaterThan(500);
  expect(foreign).toBeGreaterThan(500);
  expect(left).toBeGreaterThan(20);
});
