import { emptyBody } from '../../src/tickets/model/ticket-draft.ts';
import { openExtension } from '../kit/window/extension-window.ts';
import { FakeBox } from '../kit/window/fake-box.ts';
import { MemorySecretStore } from '../kit/window/sign-in-window.ts';
import { until } from '../tools/until.ts';

// A window without an editor that shows all views. Its user signs in with a token, then opens the page of a ticket and does there what
// the parent process says.
const [, , given = ''] = process.argv;
const { storage, settings, kept, key, token } = JSON.parse(given);

const secrets = new MemorySecretStore(kept);
let box = new FakeBox();
const createBox = () => {
	box = new FakeBox();
	return box;
};
const window = await openExtension(storage, ['tildeforge.signIn'], {
	...{ settings, secrets, createBox },
	showsViews: true,
});

/** Chooses a row of the sign-in once it is there, and waits for the next step. */
async function choose(words: string): Promise<void> {
	const before = box;
	await until(() => !box.busy && box.items.some(({ label }) => label.includes(words)), { what: words });
	box.choose(words);
	await until(() => box !== before && box.isShown, { what: `the step after ${words}` });
}

async function signIn(): Promise<void> {
	const signedIn = window.run('tildeforge.signIn');
	await until(() => box.isShown, { what: 'the choice of the forge' });
	for (const words of ['forge.test', 'Paste a token', 'Enter Token…']) await choose(words);
	box.type(token);
	box.accept();
	await signedIn;
}

let page: Awaited<ReturnType<typeof window.openPage>> | undefined;
const acts = {
	'sign in': signIn,
	open: async () => {
		page = await window.openPage(key);
		const { posted } = page;
		await until(() => JSON.stringify(posted.at(-1)).includes('"composer":{'), {
			what: 'the page is written',
		});
	},
	comment: async () => send({ text: 'So do I.' }),
	resolve: async () => send({ status: 'resolved', resolution: 'wont_fix' }),
	close: () => window.close(),
};
let sends = 0;
const send = (parts: object) => {
	sends += 1;
	const version = { id: `text-${sends}`, revision: 1, base: null, writer: 'page' };
	page?.ask('send', { text: { ...version, body: { ...emptyBody, ...parts } }, version: 'any' });
};

process.on('message', async (act: keyof typeof acts) => {
	await acts[act]();
	process.send?.([...secrets.kept], () => act === 'close' && process.exit());
});
