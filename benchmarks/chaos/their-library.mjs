/** A library as ttmp32gme leaves it, small: the tables of its version 2 that a takeover reads, and the tracks. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { mp3 } from './sounds.mjs';

const tables = `
  create table config (param text primary key, value text);
  create table gme_library (oid integer not null unique, album_title text, album_artist text, album_year integer,
    num_tracks integer not null default 0, picture_filename text, gme_file text, path text,
    player_mode text default 'music');
  create table script_codes (script text primary key, code integer not null);
  create table tracks (id integer primary key autoincrement, parent_oid integer not null, album text, artist text,
    disc integer, duration integer, genre text, lyrics text, title text, track integer, filename text,
    tt_script text);`;

/**
 * @param {string} root
 * @param {{albums: number, tracks: number, site: {number: number}}} wanted `site` counts the tracks, which all differ
 */
export async function theirLibrary(root, { albums, tracks, site }) {
  mkdirSync(root, { recursive: true });
  const database = new Database(join(root, 'config.sqlite'));
  try {
    database.exec(tables);
    const put = (table, row) => {
      const places = Object.keys(row).map(() => '?');
      const names = Object.keys(row).join(', ');
      database.prepare(`insert into ${table} (${names}) values (${places.join(', ')})`).run(Object.values(row));
    };
    put('config', { param: 'version', value: '2.0.2' });
    put('config', { param: 'library_path', value: join(root, 'library') });
    for (let n = 0; n < albums; n++) {
      const [oid, path] = [920 + n, join(root, 'library', `a${n}`)];
      mkdirSync(path, { recursive: true });
      put('gme_library', { oid, album_title: `Their album ${n}`, num_tracks: tracks, path });
      for (let track = 1; track <= tracks; track++) {
        const title = `Their song ${++site.number}`;
        writeFileSync(join(path, `${track}.mp3`), mp3({ frames: 400, offset: 13 * site.number, title }));
        put('tracks', { parent_oid: oid, title, track, filename: `${track}.mp3`, disc: 1, duration: 1 });
      }
    }
  } finally {
    database.close();
  }
  return root;
}
