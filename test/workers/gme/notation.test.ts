import { describe, expect, it } from '@jest/globals';
import { describeGme, dumpGme, factsOfGme } from '../../../workers/gme/describe.js';
import { actionText, conditionText, lineText } from '../../../workers/gme/notation.js';
import { projectYaml } from '../../../workers/gme/project.js';
import { checksumOf, readGme } from '../../../workers/gme/read.js';
import type { Action, Operand } from '../../../workers/gme/script.js';
import { constant, opcodes, operators, register } from '../../../workers/gme/script.js';
import { bytesSource } from '../../../workers/gme/source.js';
import { assemble, goldenMedia, goldens } from './goldens.js';

const action = (opcode: number, operand: Operand, target = 3): Action => ({ register: target, opcode, operand });

describe('the notation', () => {
  it.each([
    [action(opcodes.set, constant(5)), '$3:=5'],
    [action(opcodes.add, register(1)), '$3+=$1'],
    [action(opcodes.modulo, constant(2)), '$3%=2'],
    [action(opcodes.negate, constant(0)), 'Neg($3)'],
    [action(opcodes.play, constant(1)), 'P(8)'],
    [action(opcodes.play, constant(3)), 'P(invalid_index_3)'],
    [action(opcodes.playPerhaps, constant(1)), 'P?(8)'],
    [action(opcodes.playPerhaps, constant(3)), 'P?(invalid_index_3)'],
    [action(opcodes.playRange, constant(0x0002)), 'PA(7,8,9)'],
    [action(opcodes.playRandom, constant(0x0102)), 'P(8,9)'],
    [action(opcodes.playEach, constant(0)), 'PA*(7,8,9)(0)'],
    [action(opcodes.jump, constant(2047)), 'J(2047)'],
    [action(opcodes.jump, register(2)), 'J($2)'],
    [action(opcodes.cancel, constant(0xffff)), 'C'],
    [action(opcodes.startGame, constant(4)), 'G(4)'],
    [action(opcodes.counter, constant(9)), 'T($3,9)'],
    [action(opcodes.armTimer, constant(2)), 'AT(2)'],
    [action(opcodes.cancelTimer, constant(0)), 'CT'],
    [action(0x1234, constant(6)), '?($3,6) (34 12)'],
  ])('%j is %s', (given, expected) => expect(actionText(given, [7, 8, 9])).toBe(expected));

  it('writes conditions, those nobody knows too', () => {
    expect(conditionText({ left: register(1), operator: operators.notEqual, right: constant(2) })).toBe('$1!=2?');
    expect(conditionText({ left: constant(1), operator: 0x0102, right: register(2) })).toBe('1?02 01?$2?');
  });

  it('adds a playlist that the actions do not spell out', () => {
    expect(lineText({ conditions: [], actions: [], playlist: [4, 5] })).toBe('# playlist 4,5');
    expect(lineText({ conditions: [], actions: [action(opcodes.play, constant(0))], playlist: [4] })).toBe('P(4)');
  });
});

describe('the texts about a file', () => {
  const source = bytesSource(assemble(goldens[0]!.album, goldenMedia(3)));
  const gme = readGme(source);

  it('sum it up', () => {
    const text = [...describeGme(gme, checksumOf(source))].join('\n');
    for (const part of [
      '920',
      '12469 bytes',
      '19700101',
      'GERMAN',
      '0xAD (raw 0x39)',
      ', right',
      '28 of codes 2047 to 3947',
      'ogg            1074 bytes',
    ]) {
      expect(text).toContain(part);
    }
    expect([...describeGme(gme, 1)].join('\n')).toContain('WRONG');
    expect(JSON.parse(JSON.stringify(factsOfGme(gme, checksumOf(source))))).toMatchObject({
      ...{ product_id: 920, size: 12_469, date: '19700101', language: 'GERMAN', key: 0xad, raw_key: 0x39, scripts: 28 },
      checksum: { is_right: true },
      media: expect.arrayContaining([expect.objectContaining({ kind: 'ogg', length: 1074 })]),
    });
  });

  it('dump its scripts', () => {
    const text = [...dumpGme(gme)].join('\n');
    expect(text).toContain('\n  2664:\n  - $0:=1 P(1) J(2665)\n  2665:\n  - $0:=2 P(2) C\n');
    expect(text).toContain('\n  3944:\n  - $0==0? $0:=1 P(1) J(2665)\n  - $0==1? $0:=2 P(2) C\n');
    expect(text).toContain('\nwelcome: [0,1,2]\n');
  });
});

describe('the project of the public assembler', () => {
  const album = { productId: 920, language: 'GERMAN', date: '19700101', mode: 'music' as const };

  it('is the one of the specification for two tracks', () => {
    const general = Array.from({ length: 22 }, (_, i) => `  t${i + 2}:\n  - $current:=1 P(01) C\n`).join('');
    const codes = [
      ...['play: 3947', 'next: 3944', 'prev: 3945', 'stop: 3946'],
      ...[2663, 2664, 2665, 2666, 2667].map((code, i) => `t${i}: ${code}`),
      ...Array.from({ length: 19 }, (_, i) => `t${i + 5}: ${2047 + i}`),
    ];
    expect(projectYaml(album, 2)).toBe(`product-id: 920
comment: "CHOMPTECH DATA FORMAT CopyRight 2019 Ver0.00.0001"
gme-lang: GERMAN
media-path: audio/track_%s
init: $current:=0
welcome: "00, 01"
replay: 0
stop: 0
scripts:
  play:
  - $current==0? P(00) J(t1)
  - $current==1? P(01) C
  next:
  - $current==0? $current:=1 P(01) C
  prev:
  - $current==1? $current:=0 P(00) J(t1)
  stop:
  - C C
  t0:
  - $current:=0 P(00) J(t1)
  t1:
  - $current:=1 P(01) C
${general}scriptcodes:
${codes.map((code) => `  ${code}\n`).join('')}`);
  });

  it('has the line without condition for a single track', () => {
    const yaml = projectYaml({ ...album, language: '' }, 1);
    expect(yaml).toContain(
      '  play:\n  - $current==0? P(00) C\n  - $current:=0 P(00) C\n' +
        '  next:\n  - $current:=0 P(00) C\n  prev:\n  - $current:=0 P(00) C\n',
    );
    expect(yaml).toContain('gme-lang: ""\n');
    expect(yaml).toContain('welcome: "00"\n');
  });

  it('has no welcome where the start field only starts, and a first tap to begin with', () => {
    const yaml = projectYaml({ ...album, mode: 'single' }, 2);
    expect(yaml).toContain('init: $current:=65535\nreplay: 0\n');
    expect(yaml).not.toContain('welcome');
    expect(yaml).toContain(
      '  play:\n  - $current==0? P(00) C\n  - $current==1? P(01) C\n  - $current==65535? $current:=0 P(00) C\n' +
        '  next:\n  - $current==0? $current:=1 P(01) C\n  - $current==65535? $current:=0 P(00) C\n',
    );
  });

  it('spells six letters of the language, and 32 media at power-on', () => {
    const yaml = projectYaml({ ...album, language: 'SPANISH' }, 99);
    expect(yaml).toContain('gme-lang: SPANIS\n');
    expect(/welcome: "(.*)"/.exec(yaml)?.[1]?.split(', ')).toHaveLength(32);
    expect(yaml).toContain('  t98: 4022\n');
  });
});
