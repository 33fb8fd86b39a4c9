/**
 * Stands for `workers/vectors/local/load-vectra.ts` in the bundle: the same two parts of vectra, which it does not
 * export, and nothing of the rest. So no package of vectra is installed with the program; they take 75 MB.
 */
import { ProtobufCodec } from '../node_modules/vectra/lib/codecs/ProtobufCodec.js';
import { LocalIndex } from '../node_modules/vectra/lib/LocalIndex.js';

export const loadVectra = () => Promise.resolve({ LocalIndex, ProtobufCodec });
