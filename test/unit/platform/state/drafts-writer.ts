import { writeSync } from 'node:fs';
import { Log } from '../../../../src/base/log/log.ts';
import { createRecordWriter } from '../../../../src/base/log/log-records.ts';
import { Secrets } from '../../../../src/base/secrets.ts';
import { Drafts } from '../../../../src/platform/state/drafts/drafts.ts';
import { fileStorage } from '../../../../src/platform/state/store/files.ts';
import { letter, letters, written } from './letters.ts';

// Saves numbered drafts and prints the number of each one that is on the disk, until the process is killed.
const log = new Log(createRecordWriter({ write: () => {} }, new Secrets()));
const storage = fileStorage(process.argv[2] ?? '', log);
const drafts = new Drafts({ storage, format: letters, log, pauseMs: 0 });
for (let nth = 1; ; nth++) {
	// These two saves may never reach the disk. Neither may be there once the third one is.
	void drafts.save(written(letter, `${nth}:first`));
	void drafts.save(written(letter, `${nth}:second`));
	await drafts.save(written(letter, `${nth}:`.padEnd(20_000, 'x')));
	writeSync(1, `${nth}\n`);
}
