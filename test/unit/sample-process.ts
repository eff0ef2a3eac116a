import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sessionId } from '../../src/signin/sessions/session.ts';
import { openExtension } from '../kit/window/extension-window.ts';
import { until } from '../tools/until.ts';

// A window without an editor, in which the user tries the sample forge, confirms a ticket and reloads the window at once. Prints the
// status of the ticket in the stored forge, before and after the end of the window.
const [, , storage = ''] = process.argv;

interface Stored {
	readonly trackers: readonly {
		readonly owner: string;
		readonly name: string;
		readonly tickets: readonly { readonly number: number; readonly standing: { readonly status: string } }[];
	}[];
}
function state(): string {
	const samples = join(storage, 'sample-forges');
	const [folder = ''] = readdirSync(samples);
	return join(samples, folder, 'state.json');
}
function tickets() {
	const { trackers }: Stored = JSON.parse(readFileSync(state(), 'utf8')).trackers;
	return trackers.find(({ owner, name }) => owner === 'ana' && name === 'editor')?.tickets ?? [];
}

const window = await openExtension(storage, ['tildeforge.trySample']);
await window.run('tildeforge.trySample');
await until(() => existsSync(state()), { what: 'the forge is stored' });
const ticket = tickets().find(({ standing }) => standing.status === 'reported')?.number ?? 0;
const status = () => tickets().find(({ number }) => number === ticket)?.standing.status;
const account = sessionId('Sample forge', '~ana');
const { posted, ask } = await window.openPage({ account, owner: '~ana', tracker: 'editor', ticket });
const shows = (part: string) => JSON.stringify(posted.at(-1)).includes(part);
await until(() => shows('"mayComment":true'), { what: 'the page shows the ticket' });
ask('triage', { move: 'confirm' });
await until(() => shows('"undoable":"'), { what: 'the change can be undone' });
const before = status();
await window.close();
process.stdout.write(`\n${JSON.stringify({ before, after: status() })}`);
process.exit();
