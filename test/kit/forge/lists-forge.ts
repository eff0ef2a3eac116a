import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import { listRows } from '../../../src/forge/rows/lists.ts';
import { Lists } from '../../../src/sandbox/lists/lists.ts';
import { startSmtp } from '../../../src/sandbox/lists/smtp.ts';
import { noLists } from '../../../src/sandbox/lists/state.ts';
import { Accounts } from '../../../src/sandbox/server/accounts.ts';
import { startArea } from '../../../src/sandbox/server/area.ts';
import type { Quirk } from '../../../src/sandbox/server/drift.ts';
import { Hooks } from '../../../src/sandbox/server/hooks.ts';
import { noHooks } from '../../../src/sandbox/server/hooks-state.ts';
import { serve } from '../../../src/sandbox/server/serve.ts';
import { mailingAccount } from './account.ts';

const epoch = new Date('2026-11-20T07:00:00Z');

/** A lists area on real ports with the accounts alice, bob and carol. Their tokens are their names. */
export async function listsForge(quirks: readonly Quirk[] = []) {
	const state = noLists();
	const drift = new Set(quirks);
	let time = epoch.getTime();
	let changes = 0;
	const accounts = new Accounts(
		{ accounts: ['alice', 'bob', 'carol'].map((name, i) => mailingAccount(i + 1, name)), tokens: [] },
		() => {},
	);
	for (const { name } of accounts.all) {
		accounts.issue({ owner: name, scopes: ['*'], expires: null, client: null, value: name });
	}
	accounts.issue({
		owner: 'alice',
		scopes: ['patches:read'],
		expires: null,
		client: null,
		value: 'alice-reads',
	});
	const hooks: Hooks = new Hooks({
		state: noHooks(),
		changed: () => {},
		drift,
		isTokenValid: (token) => accounts.caller(token) !== undefined,
		retries: [],
		check: (family, params, caller) => lists.check(family, params, caller),
	});
	const lists: Lists = new Lists({
		state,
		changed: () => void changes++,
		accounts,
		hooks,
		drift,
		now: () => new Date(time++),
		host: 'lists.localhost',
	});
	const area = await startArea(
		{
			accounts,
			drift,
			delayMs: 0,
			fail: 0,
			routes: [...hooks.routes('lists'), ...serve(listRows, lists.handlers)],
		},
		0,
	);
	const smtp = await startSmtp(lists, 0);
	const account = (name: string) => {
		const found = accounts.find(name);
		assert.ok(found);
		return found;
	};
	return {
		accounts,
		hooks,
		lists,
		state,
		smtp,
		account,
		changes: () => changes,
		ask: (token: string, method: string, path: string, body?: unknown) =>
			ask(`${area.address}${path}`, token, method, body),
		/** The rows that a GET of a list returns. */
		rows: async (token: string, path: string) =>
			rowsOf((await ask(`${area.address}${path}`, token, 'GET')).body),
		stop: async () => {
			await Promise.all([area.stop(), smtp.stop()]);
		},
	};
}

export type ListsForge = Awaited<ReturnType<typeof listsForge>>;

async function ask(url: string, token: string, method: string, body?: unknown) {
	const answer = await fetch(url, {
		method,
		headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
	const type = answer.headers.get('content-type') ?? '';
	const text = await answer.text();
	const parsed: unknown = type.startsWith('application/json') && text !== '' ? JSON.parse(text) : text;
	return { status: answer.status, type, body: parsed };
}

const Envelope = v.union([
	v.array(v.record(v.string(), v.unknown())),
	v.pipe(
		v.object({ results: v.array(v.record(v.string(), v.unknown())) }),
		v.transform(({ results }) => results),
	),
]);
const rowsOf = (body: unknown) => v.parse(Envelope, body);
export const idOf = (body: unknown) => v.parse(v.object({ id: v.number() }), body).id;

/**
 * Sends mails as a mail client does, over one connection, because the server greets a new one only after 100 ms. Each call
 * returns the line that ended the mail: `250 …`, or the refusal.
 */
export async function mailer(port: number) {
	const socket = connect(port, '127.0.0.1');
	const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
	const answer = async (): Promise<string> => {
		const line = String((await lines.next()).value);
		return /^\d{3}-/.test(line) ? answer() : line;
	};
	const say = (line: string | Buffer) => {
		socket.write(line);
		return answer();
	};
	await answer();
	await say('EHLO test\r\n');
	return {
		async send(from: string, to: readonly string[], mail: string | Buffer): Promise<string> {
			const text = Buffer.from(mail).toString('latin1').replace(/\r?\n/g, '\r\n');
			// A line that is only a dot would end the mail, so each leading dot is doubled.
			const dotted = text.replace(/^\./gm, '..') + (text.endsWith('\n') ? '' : '\r\n');
			for (const command of ['RSET', `MAIL FROM:<${from}>`, ...to.map((one) => `RCPT TO:<${one}>`), 'DATA']) {
				const last = await say(`${command}\r\n`);
				if (!/^[23]/.test(last)) return last;
			}
			return say(Buffer.from(`${dotted}.\r\n`, 'latin1'));
		},
		end: () => void socket.destroy(),
	};
}

let serial = 0;

interface Letter {
	readonly from?: string;
	readonly id?: string;
	readonly answers?: string;
	readonly references?: readonly string[];
	readonly headers?: readonly string[];
	readonly body?: string;
}

/** A plain mail to `~alice/devel`. */
export function letter(
	subject: string,
	{ from = 'bob', id, answers, references, headers = [], body = 'Text.' }: Letter = {},
) {
	return [
		`From: ${from} Example <${from}@example.org>`,
		'To: ~alice/devel@lists.localhost',
		`Subject: ${subject}`,
		`Message-ID: <${id ?? `mail-${++serial}`}@example.org>`,
		...(answers === undefined ? [] : [`In-Reply-To: <${answers}@example.org>`]),
		...(references === undefined
			? []
			: [`References: ${references.map((one) => `<${one}@example.org>`).join(' ')}`]),
		...headers,
		'',
		body,
		'',
	].join('\r\n');
}

export const diff = [
	'Why this is good.',
	'---',
	' a.txt | 1 +',
	' 1 file changed, 1 insertion(+)',
	'',
	'diff --git a/a.txt b/a.txt',
	'index e69de29..d00491f 100644',
	'--- a/a.txt',
	'+++ b/a.txt',
	'@@ -0,0 +1 @@',
	'+1',
	'-- ',
	'2.39.5',
].join('\r\n');
