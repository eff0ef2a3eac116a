import assert from 'node:assert/strict';
import { withoutDashEscapes } from '../../../../src/mail/message/dash-escapes.ts';

const open = '-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n';
const close = '-----BEGIN PGP SIGNATURE-----\n\nabc\n-----END PGP SIGNATURE-----\n';

describe('A text signed by OpenPGP', () => {
	const cases: readonly [what: string, text: string, read: string][] = [
		['loses its escapes', `${open}- --- a\n- -- \n a - b\n${close}`, `${open}--- a\n-- \n a - b\n${close}`],
		[
			'may end its lines with carriage returns',
			`${open}- -a\n${close}`.replaceAll('\n', '\r\n'),
			`${open}-a\n${close}`.replaceAll('\n', '\r\n'),
		],
		[
			'may have other text around it, which stays',
			`- a\n${open}- -b\n${close}- c\n`,
			`- a\n${open}-b\n${close}- c\n`,
		],
		[
			'may have other text above it, and no escapes',
			`a\n${open.trimEnd()}\nNotDashEscaped: x\n\n- a\n`,
			`a\n${open.trimEnd()}\nNotDashEscaped: x\n\n- a\n`,
		],
		['may be cut', `${open}- -a\n- -b`, `${open}-a\n-b`],
		[
			'may be cut before a line break is added',
			`${open}- -a\r\n-----BEGIN PGP\r\n`,
			`${open}-a\r\n-----BEGIN PGP\r\n`,
		],
		...['-a', '-', '-\r', '-- ', '--- a/x'].map((line): [string, string, string] => {
			const text = `${open}- a\n${line}\n- b\n`;
			return [`has no line ${JSON.stringify(line)} without an escape`, text, text];
		}),
		[
			'has no line without an escape above its signature',
			`${open}- a\n-b\n${close}`,
			`${open}- a\n-b\n${close}`,
		],
		['has no line without an escape as its last one', `${open}- a\n-- `, `${open}- a\n-- `],
		['is only one at the beginning of a line', `> ${open}- -a\n${close}`, `> ${open}- -a\n${close}`],
		['may be missing', '- a\n', '- a\n'],
		[
			'may start below an introduction',
			`${'a\n'.repeat(9000)}${open}- -b\n`,
			`${'a\n'.repeat(9000)}${open}-b\n`,
		],
		[
			'does not start far below',
			`${'a\n'.repeat(10_000)}${open}- -b\n`,
			`${'a\n'.repeat(10_000)}${open}- -b\n`,
		],
		...['Hash: SHA1\n', '', 'Hash: SHA1\nComment: a\n'].map((headers): [string, string, string] => {
			const text = `${open.replace(/Hash.*\n/, headers)}- a\n`.replace('\n\n', '\nNotDashEscaped: x\n\n');
			return [`may say after ${JSON.stringify(headers)} that it has no escapes`, text, text];
		}),
		[
			'may contain the words that say so',
			`${open}NotDashEscaped: x\n- -a\n${close}`,
			`${open}NotDashEscaped: x\n-a\n${close}`,
		],
	];
	for (const [what, text, read] of cases) {
		it(what, () => assert.equal(withoutDashEscapes(text), read));
	}

	it('may be cut anywhere', () => {
		const lines = `- --- a/x\n a\n- -b\n- -\n- -- \n${close}`;
		for (const whole of [lines, lines.replaceAll('\n', '\r\n')]) {
			for (let length = 0; length < whole.length; length++) {
				const cut = whole.slice(0, length);
				assert.equal(withoutDashEscapes(open + cut), open + cut.replace(/^- /gm, ''));
			}
		}
	});

	it('takes linear time', () => {
		withoutDashEscapes(`${open}${'- '.repeat(500_000)}`);
		withoutDashEscapes(open.repeat(20_000));
		withoutDashEscapes(`${open}${'- \n'.repeat(300_000)}${'\r\n'.repeat(300_000)}a`);
		withoutDashEscapes(`${open}${'-'.repeat(1_000_000)}`);
		withoutDashEscapes(`${open.trimEnd()}\n${'a: \n'.repeat(250_000)}`);
	});
});
