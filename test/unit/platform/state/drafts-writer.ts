import { writeSync } from 'node:fs';
import { Log } from '../../../../src/base/log.ts';
import { Secrets } from '../../../../src/base/secrets.ts';
import { Drafts } from '../../../../src/platform/state/drafts.ts';
import { files } from '../../../../src/platform/state/files.ts';

// Saves one numbered draft after another and prints the number of each draft that is on the disk, until the process is killed.
const log = new Log({ write: () => {} }, new Secrets());
const drafts = new Drafts({ storage: files(process.argv[2] ?? '', log), log });
const key = { account: 'session', owner: '~ana', tracker: 'editor', ticket: 7 };
for (let nth = 1; ; nth++) {
	const text = `${nth}:`.padEnd(20_000, 'x');
	const draft = { account: { id: 'session', label: '~ana' }, key, title: '', text, base: null };
	// The second save may never reach the disk. Neither of the two may be there once the third one is.
	void drafts.save({ ...draft, text: `${nth}:first`, addLabels: [], removeLabels: [] });
	void drafts.save({ ...draft, text: `${nth}:second`, addLabels: [], removeLabels: [] });
	await drafts.save({ ...draft, addLabels: [], removeLabels: [] });
	writeSync(1, `${nth}\n`);
}
