import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { onlyWhere } from '../../tools/only-where.ts';

/** A test that reads mails with Python. */
export const itIsReadByPython = (test: () => void): void =>
	onlyWhere(
		spawnSync('python3', ['--version']).status === 0,
		'it needs python3',
		'is read by the email package of Python as it was written',
		(name) => it(name, test).timeout(20_000),
	);

/** What the email package of Python reads in mails. `fields` is an expression of Python about a `mail`. */
export function readByPython(raws: readonly string[], fields: string): unknown {
	const program = `
import json, sys
from email import message_from_bytes
from email.policy import SMTP
def read(raw):
    mail = message_from_bytes(raw.encode(), policy=SMTP)
    return ${fields}
print(json.dumps([read(raw) for raw in json.load(sys.stdin)]))
`;
	const input = JSON.stringify(raws);
	const { stdout, stderr } = spawnSync('python3', ['-c', program], {
		input,
		encoding: 'utf8',
		maxBuffer: 1e8,
	});
	return JSON.parse(stdout || assert.fail(stderr));
}

/** The texts of mails, as the email package of Python reads them. */
export function textsByPython(mails: readonly { readonly raw: string }[]): readonly unknown[] {
	const raws = mails.map(({ raw }) => raw);
	const texts = readByPython(raws, 'mail.get_content().replace("\\r\\n", "\\n")');
	return Array.isArray(texts) ? texts : [];
}
