p='test/workers/build/check-built.test.ts'
s=open(p).read()
a=s.index("  const left: string[] = [];")
s=s[:a]+"""  const own = library.path;
  let had: string[][] = [];
  jest.spyOn(library, 'within').mockImplementation((name, work) =>
    within(name, async (held) => {
      if (name === place) {
        const left = await all(own);
        await library.relocate(other.path, 'any');
        had = [left, await all(other.path)];
      }
      return work(held);
    }),
  );
  await removeOrphans(library, Date.now(), () => true);
  expect([await all(own), await all(library.path)]).toEqual(had);
  expect(library.path).toBe(other.path);
});
"""
s=s.replace("const all = async ({ path }: Library): Promise<string[]> => (","const all = async (path: string): Promise<string[]> => (").replace("import { utimes, readdir, writeFile }","import { readdir, utimes, writeFile }")
open(p,'w').write(s)
