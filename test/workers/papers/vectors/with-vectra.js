// vectra in a process of its own, as jest cannot load it: reads a task as JSON, answers as JSON.
import { text } from 'node:stream/consumers';
import { LocalIndex, ProtobufCodec } from 'vectra';

const { serialize, search } = JSON.parse(await text(process.stdin));
const codec = new ProtobufCodec();
if (serialize)
  process.stdout.write(
    JSON.stringify(
      serialize.map((items) =>
        codec.serializeIndex({ version: 7, metadata_config: { indexed: ['text'] }, items }).toString('base64'),
      ),
    ),
  );
if (search) {
  const index = new LocalIndex(search.folder, search.name, undefined, codec);
  const [nearest] = await index.queryItems(search.vector, '', 1);
  process.stdout.write(
    JSON.stringify({
      nearest: nearest.item,
      filtered: (await index.listItemsByMetadata(search.filter)).map(({ id }) => id),
    }),
  );
}
