import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseMail } from '../../../../src/mail/message/parse-mail.ts';
import type { MailSubject } from '../../../../src/mail/patch/patch.ts';
import { isPull } from '../../../../src/mail/patch/pull.ts';
import { replyPrefixEnd } from '../../../../src/mail/patch/reply-prefix.ts';
import { parseSubject } from '../../../../src/mail/patch/subject.ts';

const plain: MailSubject = {
	isReply: false,
	isPatch: false,
	prefix: '',
	isRfc: false,
	version: 1,
	number: undefined,
	of: undefined,
	title: 'Open files faster',
};
const patch: MailSubject = { ...plain, isPatch: true };

describe('A subject', () => {
	const cases: [text: string, said: MailSubject][] = [
		['Open files faster', plain],
		['', { ...plain, title: '' }],
		['[PATCH] Open files faster', patch],
		['[patch] Open files faster', patch],
		['[PATCH v2 3/7] Open files faster', { ...patch, version: 2, number: 3, of: 7 }],
		[
			'[PATCH prefix-1 v2 03/12] Open files faster',
			{ ...patch, prefix: 'prefix-1', version: 2, number: 3, of: 12 },
		],
		['[PATCH v2 prefix 0/3] Open files faster', { ...patch, prefix: 'prefix', version: 2, number: 0, of: 3 }],
		['[editor PATCH] Open files faster', { ...patch, prefix: 'editor' }],
		[
			'Re: [RFC PATCH editor v2 3/7] Open files faster',
			{ ...patch, isReply: true, isRfc: true, prefix: 'RFC editor', version: 2, number: 3, of: 7 },
		],
		['[RESEND PATCH v3] Open files faster', { ...patch, prefix: 'RESEND', version: 3 }],
		['[PATCH/RFC 1/2] Open files faster', { ...patch, prefix: 'RFC', isRfc: true, number: 1, of: 2 }],
		['[RFC/PATCHv4] Open files faster', { ...patch, prefix: 'RFC', isRfc: true, version: 4 }],
		['[RFCv2 0/4] Open files faster', { ...patch, prefix: 'RFC', isRfc: true, version: 2, number: 0, of: 4 }],
		['[RFC] Open files faster', { ...plain, prefix: 'RFC', isRfc: true }],
		['[PATCHv2 1/3] Open files faster', { ...patch, version: 2, number: 1, of: 3 }],
		['[PATCH-v2] Open files faster', { ...patch, version: 2 }],
		['[PATCH,v2,1/3] Open files faster', { ...patch, version: 2, number: 1, of: 3 }],
		['[PATCH-next V02] Open files faster', { ...patch, prefix: 'next', version: 2 }],
		['[PATCHSET v2] Open files faster', { ...patch, version: 2 }],
		['[PATCH 1 of 3 V2] Open files faster', { ...patch, version: 2, number: 1, of: 3 }],
		['[PATCH v2 1 / 3] Open files faster', { ...patch, version: 2, number: 1, of: 3 }],
		['[PATCH 1/ 3] Open files faster', { ...patch, number: 1, of: 3 }],
		['[PATCH v2.1 2/3] Open files faster', { ...patch, version: 2, number: 2, of: 3 }],
		['[PATCH 5.4 2/3] Open files faster', { ...patch, prefix: '5.4', number: 2, of: 3 }],
		[
			'[editor] [PATCH v2 1/3] Open files faster',
			{ ...patch, prefix: 'editor', version: 2, number: 1, of: 3 },
		],
		['[PATCH] [editor] Open files faster', { ...patch, prefix: 'editor' }],
		['[PATCH][] : Open files faster', patch],
		['[ PATCH, v2 ] Open files faster', { ...patch, version: 2 }],
		['[v2] Open files faster', { ...patch, version: 2 }],
		['[2/3] Open files faster', { ...patch, number: 2, of: 3 }],
		['[2026/11] Open files faster', { ...plain, prefix: '2026/11' }],
		['[PATCH 4/3] Open files faster', { ...patch, number: 4, of: 3 }],
		['[git-patch] Open files faster', { ...plain, prefix: 'git-patch' }],
		['[dispatch] Open files faster', { ...plain, prefix: 'dispatch' }],
		['[GIT PULL] Open files faster', { ...plain, prefix: 'GIT PULL' }],
		['[PATCH Open files faster', { ...plain, title: '[PATCH Open files faster' }],
		['[PATCH v1234567] x', { ...patch, prefix: 'v1234567', title: 'x' }],
		['\u200b [PATCH]\u3000Open\t files \r\n faster\u00a0', patch],
		['[PATCH\u00a0v2\u20031/2]  Open files faster', { ...patch, version: 2, number: 1, of: 2 }],
		['[PATCH] sv: Open files faster', { ...patch, title: 'sv: Open files faster' }],
		['[PATCH] Re: Open files faster', { ...patch, isReply: true }],
		['[PATCH] Open files [faster]', { ...patch, title: 'Open files [faster]' }],
		['sv: Open files faster', { ...plain, title: 'sv: Open files faster' }],
		['[editor] AW: Open files faster', { ...plain, prefix: 'editor', isReply: true }],
		['[editor] aw: Open files faster', { ...plain, prefix: 'editor', title: 'aw: Open files faster' }],
		['Re: Re: AW: [PATCH] Open files faster', { ...patch, isReply: true }],
		['Re: Open files faster (was: Slow files)', { ...plain, isReply: true }],
		['Re: Open files faster [was Re: Slow files]', { ...plain, isReply: true }],
		['Open files faster (was slow)', plain],
		['O(was: S)', { ...plain, title: 'O' }],
		['(was: Slow files)', { ...plain, title: '(was: Slow files)' }],
		// Git would commit it so.
		[
			'[PATCH] Open files faster (was: Slow files)',
			{ ...patch, title: 'Open files faster (was: Slow files)' },
		],
		['Re: [PATCH] Open files faster (was: Slow files)', { ...patch, isReply: true }],
	];
	for (const [text, said] of cases) {
		it(`${JSON.stringify(text)} is read`, () => assert.deepEqual(parseSubject(text), said));
	}

	const replies = [
		...[
			'Re',
			'RE',
			're',
			'Aw',
			'AW',
			'SV',
			'Sv',
			'VS',
			'Antw',
			'Antwort',
			'RES',
			'Odp',
			'Ynt',
			'TR',
			'Fwd',
			'Fw',
			'WG',
		],
		...['fwd', 'RIF', 'ΑΠ', 'Отв', 'İLT', '回复', '答复', '轉寄', 'Re[2]', 'Re(3)', 'Re^2', 'AW2', 'Re '],
	];
	for (const word of replies) {
		it(`that begins with ${word}: names another mail's`, () => {
			const { isReply, isPatch, title } = parseSubject(`${word}: [PATCH] Open files faster`);
			assert.deepEqual([isReply, isPatch, title], [true, true, 'Open files faster']);
		});
	}

	it('may have a Chinese colon after a reply prefix', () => {
		assert.deepEqual(parseSubject('回复：Re：Open files faster'), { ...plain, isReply: true });
	});

	for (const text of ['Release: notes', 'Resize:', 'reading: x', 'Tree: x', 'tr: x', 'Re x']) {
		it(`${text} has no reply prefix`, () => assert.equal(replyPrefixEnd(text, 0, 'nothing'), undefined));
	}

	it('can be any text', () => {
		const pieces = fc.constantFrom(
			'[',
			']',
			'Re:',
			'PATCH',
			'v2',
			'1/2',
			' ',
			'\u00a0',
			'(was: x)',
			'x',
			'/',
			'-',
		);
		fc.assert(
			fc.property(
				fc.oneof(
					fc.string(),
					fc.array(pieces).map((each) => each.join('')),
				),
				(text) => {
					assert.equal(parseSubject(text).title.includes('\n'), false);
				},
			),
		);
	});

	it('has at most 50 words before the title', () => {
		const words = Array.from({ length: 60 }, (_, nth) => `w${nth}`);
		assert.equal(parseSubject(`[PATCH ${words.join(' ')}] a`).prefix, words.slice(0, 50).join(' '));
	});

	for (const hostile of [
		'[PATCH] '.repeat(20_000),
		'Re: '.repeat(50_000),
		' '.repeat(300_000),
		'['.repeat(300_000),
		`[${'x '.repeat(150_000)}]`,
		'[x]'.repeat(100_000),

		`x${'(was '.repeat(50_000)})`,
	])
		it(`of ${hostile.length} characters like ${hostile.slice(0, 8)} is read at once`, () => {
			assert.ok(parseSubject(hostile));
		}).timeout(20_000);
});

describe('A request to pull', () => {
	const body = (commit: string) =>
		`Hello,\n\nThe following changes since commit ${commit}:\n\n  x (2026-01-01)\n\nare available in the Git repository at:\n\n  https://x\n`;
	const cases: [subject: string, text: string, isRequest: boolean][] = [
		['[GIT PULL] Fixes for 6.12', '', true],
		['[PULL 0/3] Fixes', '', true],
		['[GIT PULL REQUEST] Fixes', '', true],
		['[pull-request] x', '', false],
		['[PATCH] pull', '', false],
		['Fixes', body('0123456789abcdef0123456789abcdef01234567'), true],
		['Fixes', body('0123456'), true],
		['Fixes', body('0123456').replace('Hello,\n\n', ''), true],
		['Fixes', body('none'), false],
		['Fixes', body('0123456').replace('The following', 'See: The following'), false],
		['Fixes', `> ${body('0123456').slice(8)}`.replaceAll('\n', '\n> '), false],
		['Fixes', 'The following changes since commit 0123456:\n\nare nowhere', false],
	];
	for (const [subject, text, isRequest] of cases) {
		it(`${isRequest ? 'is' : 'is not'} recognized: ${subject} ${JSON.stringify(text.slice(0, 60))}`, () => {
			assert.equal(isPull({ ...parseMail(''), subject, text }), isRequest);
		});
	}
});
