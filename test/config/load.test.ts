import '../../workers/papers/settings-table.js';
import { describe, expect, it } from '@jest/globals';
import { loadConfig, type LoadInput } from '../../config/load.js';
import { ConfigError, problemSentence } from '../../config/problems.js';
import { bareInput } from './inputs.js';

const load = (input: Partial<LoadInput>) => loadConfig({ ...bareInput, ...input });
function sentences(input: Partial<LoadInput>): string[] {
  try {
    load(input);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map(problemSentence);
    throw error;
  }
  return [];
}

describe('loadConfig', () => {
  it('takes flags over environment over file over defaults, and says which', () => {
    const { config, sources, overrides } = load({
      flags: { port: '1' },
      environment: { TONSTIFT_PORT: '2', TONSTIFT_LOG_LEVEL: 'debug', TONSTIFT_AUDIO_FORMAT: '' },
      fileText: '{"port": 3, "log_level": "error", "audio_format": "ogg"}',
    });
    expect(config).toMatchObject({ port: 1, log_level: 'debug', audio_format: 'ogg', host: '127.0.0.1' });
    expect(sources).toMatchObject({ port: 'flag', log_level: 'environment', audio_format: 'file', host: 'default' });
    expect(overrides).toEqual({ port: 1, log_level: 'debug' });
  });

  it('reads the plain names of the embeddings, which rule over its own', () => {
    const { config, sources } = load({
      environment: {
        EMBEDDING_MODEL: 'a',
        TONSTIFT_EMBEDDING_MODEL: 'b',
        TONSTIFT_COLLECTION_NAME: 'mine',
        COLLECTION_NAME: '',
        EMBEDDING_DB: 'https://chroma.example/x',
        PAPER_DB: 'p.db',
      },
    });
    expect(config).toMatchObject({
      embedding_model: 'a',
      collection_name: 'mine',
      embedding_db: 'https://chroma.example/x',
      paper_db: '/somewhere/p.db',
    });
    expect(sources).toMatchObject({ embedding_model: 'environment', llm_backend_url: 'default' });
  });

  it.each(['postgres://me:word@db.example/papers', 'postgresql://db.example:5433/papers?index=hnsw'])(
    'takes a PostgreSQL database for papers and embeddings: %s',
    (url) => {
      const { config } = load({ flags: { embedding_db: url, paper_db: url } });
      expect(config).toMatchObject({ embedding_db: url, paper_db: url });
    },
  );

  it('answers a frozen configuration with the defaults of the places', () => {
    const { config } = load({});
    expect(config.inbox_path).toBe('/home/ada/Inbox');
    expect(config.library_path).toBe('/home/ada/.data/library');
    expect(Object.isFrozen(config) && Object.isFrozen(config.allowed_hosts)).toBe(true);
  });

  it('takes relative paths from the file beside the file, others from the working folder', () => {
    expect(load({ fileText: '{"inbox_path": "in"}' }).config.inbox_path).toBe('/home/ada/.config/tonstift/in');
    expect(load({ flags: { inbox_path: 'in' } }).config.inbox_path).toBe('/somewhere/in');
    expect(load({ environment: { TONSTIFT_INBOX_PATH: '~/in' } }).config.inbox_path).toBe('/home/ada/in');
  });

  it('reports every problem at once, each with its source', () => {
    const all = sentences({
      flags: { port: 'abc', password: 'a\tb' },
      environment: { TONSTIFT_LOG_LEVEL: 'loud' },
      fileText: '{"open_browser": "perhaps", "max_upload_mb": 0, "password": 77123}',
    });
    expect(all).toEqual([
      'max_upload_mb in /home/ada/.config/tonstift/config.json must be a whole number from 1 to 1000000, not 0.',
      '--port must be a whole number from 0 to 65535, not "abc".',
      'password in /home/ada/.config/tonstift/config.json must be text.',
      '--password must not contain control characters.',
      'open_browser in /home/ada/.config/tonstift/config.json must be true or false, not "perhaps".',
      'TONSTIFT_LOG_LEVEL must be one of error, warn, info, debug, not "loud".',
    ]);
  });

  it('says where a broken file is broken', () => {
    expect(sentences({ fileText: '{\n  "port": 1,\n}' })).toEqual([
      '/home/ada/.config/tonstift/config.json must be JSON. The error is at line 3, column 1.',
    ]);
    expect(sentences({ fileText: '[1]' })).toEqual([expect.stringMatching(/must contain one JSON object/)]);
    expect(sentences({ fileText: 'null' })).toHaveLength(1);
    expect(sentences({ fileText: '' })).toEqual([]);
    expect(sentences({ fileText: '\uFEFF{"port": 3}' })).toEqual([]);
  });

  it('warns of unknown fields and variables, and goes on', () => {
    const { warnings } = load({
      fileText: '{"from_the_future": 1, "update_url": "https://v.example/?key=KEY", "__proto__": {"port": 1}}',
      environment: { TONSTIFT_HOME: '/x', TONSTIFT_PROT: '1', HOME: '/y' },
    });
    expect(warnings).toEqual([
      expect.stringContaining('"from_the_future"'),
      expect.stringMatching(/"update_url"(?!.*KEY)/),
      expect.stringContaining('"__proto__"'),
      expect.stringContaining('TONSTIFT_PROT'),
    ]);
  });

  it('refuses an open host without password, and says so only where that is what is wrong', () => {
    expect(sentences({ flags: { host: '0.0.0.0' } })).toEqual([
      expect.stringMatching(/0\.0\.0\.0 is open .* no password/),
    ]);
    expect(sentences({ flags: { host: '0.0.0.0', password: 'long enough' } })).toEqual([]);
    expect(sentences({ flags: { host: 'nas.local', allow_unauthenticated: 'yes' } })).toEqual([]);
    expect(sentences({ flags: { host: '0.0.0.0', password: 'a\nb' } })).toEqual([
      '--password must not contain control characters.',
    ]);
  });
});
