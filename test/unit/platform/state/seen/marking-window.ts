import { writeSync } from 'node:fs';
import { fileStorage } from '../../../../../src/base/files/file-storage.ts';
import { readable } from '../../../../kit/forge/tracker-forge.ts';
import { seenIn } from '../../../../kit/items/seen.ts';
import { markMany } from './mark-many.ts';

/** A window that marks many tickets as seen, and prints the number of each once its mark is on the disk. */
const [, , folder = ''] = process.argv;
const seen = seenIn({ of: () => fileStorage(folder, readable().log) });
await seen.open('ana');
await markMany(seen, 1, (ticket) => writeSync(1, `${ticket}\n`));
