/** A client that edits albums over HTTP, and deletes some. */
import { act } from './daemon.mjs';
import { digestOf } from './promises.mjs';

const ways = {
  title: 5,
  texts: 2,
  order: 3,
  trackTitle: 2,
  oid: 2,
  cover: 2,
  pens: 2,
  deleteTrack: 1,
  addTracks: 2,
  build: 2,
};
/** If there are more albums, the next edit is a deletion. */
const mostAlbums = 7;

export class Editor {
  edits = 0;

  /**
   * @param {import('./world.mjs').World} world
   * @param {import('./random.mjs').Random} random
   */
  constructor(world, random) {
    this.world = world;
    this.random = random;
  }

  async edit() {
    const { status, body } = await this.world.daemon.ask('/library');
    this.world.answered('GET /library', status, body);
    if (status !== 200 || body.albums.length === 0) return;
    const album = this.random.pick(body.albums);
    if (body.albums.length > mostAlbums || this.random.chance(0.04)) return this.delete(album);
    await this[this.random.weighted(ways)](album, body.albums);
  }

  async act(fields) {
    const answer = await act(this.world.daemon, fields);
    const action = fields instanceof FormData ? fields.get('action') : fields.action;
    this.world.answered(`POST /library ${action}`, answer.status, answer.body);
    return answer;
  }

  async update(album, fields, promised = fields) {
    const texts = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, textOf(value)]));
    const answer = await this.act({ action: 'update', uid: String(album.oid), ...texts });
    this.world.promises.edited(album, promised, answer);
  }

  title(album) {
    return this.update(album, { album_title: `Title ${++this.edits}${this.random.chance(0.3) ? ' äöü' : ''}` });
  }

  texts(album) {
    const fields = { album_artist: `Artist ${++this.edits}`, album_year: 1900 + (this.edits % 100) };
    return this.update(album, { ...fields, player_mode: this.random.pick(['music', 'tiptoi', 'single']) });
  }

  order(album) {
    const order = this.random.shuffled(album.tracks.map(({ id }) => id));
    return this.update(album, { tracks: order.map((id, n) => ({ id, track_number: n + 1 })) }, { order });
  }

  trackTitle(album) {
    const { id } = this.random.pick(album.tracks);
    const track_title = `Track ${++this.edits}`;
    return this.update(album, { tracks: [{ id, track_title }] }, { [`title of ${id}`]: track_title });
  }

  oid(album, albums) {
    const taken = new Set(albums.map(({ oid }) => oid));
    const oid = 1 + this.random.below(400);
    return taken.has(oid) ? this.title(album) : this.update(album, { oid });
  }

  pens(album) {
    const { serials } = this.world;
    return this.update(album, { on_pens: this.random.pick(['all', 'all', 'none', [serials[0]], [serials[1]]]) });
  }

  async cover(album) {
    const picture = new Uint8Array(await this.world.giver.picture());
    const body = new FormData();
    body.set('action', 'add_cover');
    body.set('uid', String(album.oid));
    body.set('cover', new Blob([picture]), 'cover.png');
    const answer = await this.act(body);
    // The digest of the converted cover is read from the library itself.
    const path = answer.status === 200 ? answer.body.album.cover_image : null;
    const made = path === null ? null : await this.world.coverBytes(answer.body.album);
    if (answer.status === 200 && made !== null) this.world.promises.edited(album, { cover: digestOf(made) }, answer);
    else if (answer.status === 0) this.world.promises.edited(album, { cover: undefined }, answer);
  }

  async deleteTrack(album) {
    if (album.tracks.length < 2) return this.title(album);
    const { id } = this.random.pick(album.tracks);
    this.world.promises.mayGo(album, id);
    const answer = await this.act({ action: 'delete_track', uid: String(album.oid), id: String(id) });
    this.world.promises.trackDeleted(album, id, answer);
  }

  async addTracks(album) {
    const { giver, promises } = this.world;
    const files = [giver.track(undefined, 1)];
    const body = new FormData();
    body.set('action', 'add_tracks');
    body.set('uid', String(album.oid));
    for (const { name, bytes } of files) body.append('files', new Blob([new Uint8Array(bytes)]), name);
    const given = giver.given(files, `Upload to ${album.tracks[0]?.filename}`);
    const answer = await this.act(body);
    if (answer.status === 200) promises.keep(given);
    promises.edited(album, {}, answer);
  }

  async build(album) {
    await this.act({ action: 'create_gme', uid: String(album.oid) });
  }

  async delete(album) {
    // Before the request, because its time of execution is unknown.
    this.world.promises.mayGo(album);
    const answer = await this.act({ action: 'delete', uid: String(album.oid) });
    this.world.promises.mayGo(album);
    this.world.promises.deleted(album, answer);
  }
}

const textOf = (value) => (typeof value === 'string' ? value : JSON.stringify(value));
