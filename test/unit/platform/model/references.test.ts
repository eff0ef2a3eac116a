import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
	type LinkTarget,
	locate,
	references,
	resolveReference,
	ticketReference,
	userReference,
} from '../../../../src/platform/model/references.ts';

const places = [
	{
		trackers: 'https://todo.example.org',
		lists: 'https://lists.example.org/',
		repositories: 'https://git.example.org',
	},
	{ trackers: 'http://127.0.0.1:5000/forge/todo' },
];
const here = { owner: '~ana', tracker: 'editor' };

/** Formats a target as its kind and its values. */
function formatTarget(target: LinkTarget): string {
	const { kind, ...rest } = target;
	return `${kind} ${Object.values(rest).join(' ')}`;
}

const found = (text: string) =>
	references(text, places, here).map(
		({ start, end, target }) => `${text.slice(start, end)} = ${formatTarget(target)}`,
	);

describe('A reference in a text', () => {
	const cases: readonly [text: string, found: readonly string[]][] = [
		['#12', ['#12 = ticket ~ana editor 12']],
		[
			'see (#12), #13. "#14"; **#15** _#16_ [#17]',
			[12, 13, 14, 15, 17].map((n) => `#${n} = ticket ~ana editor ${n}`),
		],
		[
			'docs#7 and my.docs_x-y#7',
			['docs#7 = ticket ~ana docs 7', 'my.docs_x-y#7 = ticket ~ana my.docs_x-y 7'],
		],
		['~bob/docs#7:', ['~bob/docs#7 = ticket ~bob docs 7']],
		['~bob, ~carol_x-y’s (~d_)', ['~bob = user ~bob', '~carol_x-y = user ~carol_x-y', '~d_ = user ~d_']],
		['Fixes:#12,#13', ['#12 = ticket ~ana editor 12', '#13 = ticket ~ana editor 13']],
		[
			'#12-#14 #12-ish',
			['#12 = ticket ~ana editor 12', '#14 = ticket ~ana editor 14', '#12 = ticket ~ana editor 12'],
		],
		['日本#12、～bob', []],
		['x#y #0 #012 #1234567890 # 12 #12a #12_ #12é #12.5 #12/x ##12', []],
		['~not a person~ ~bob', ['~bob = user ~bob']],
		['ask ~bob or ~carol, not ~ x~', ['~bob = user ~bob', '~carol = user ~carol']],
		['~bob has a~b', ['~bob = user ~bob']],
		['~bob\nnot this~', ['~bob = user ~bob']],
		['~ ~b ~Bob ~1ab ~bob@x ~~bob~~ a~bob /home/~bob ~bob/src ~bob.txt', []],
		[`~${'b'.repeat(40)} ~b${'-b'.repeat(40)}`, []],
		['ana#12@example.org bob@~carol.example <~ana/editor@todo.example.org>', []],
		['git@git.example.org:~ana/x ssh://git.example.org/~ana/x#12', []],
		['https://elsewhere.example/~ana/editor/12 https://a.example/#12 https://a.example/~bob', []],
		['&#12; ?a=#12 a/#12 %23#12', []],
		[
			'https://todo.example.org/~ana/editor/12',
			['https://todo.example.org/~ana/editor/12 = ticket ~ana editor 12'],
		],
		[
			'(https://todo.example.org/~ana/editor/12#event-3).',
			['https://todo.example.org/~ana/editor/12#event-3 = ticket ~ana editor 12 3'],
		],
		[
			'https://todo.example.org/~ana/editor/12#event-x https://todo.example.org/~ana/editor#event-3',
			[
				'https://todo.example.org/~ana/editor/12#event-x = ticket ~ana editor 12',
				'https://todo.example.org/~ana/editor#event-3 = tracker ~ana editor',
			],
		],
		[
			'http://127.0.0.1:5000/forge/todo/~a_/b/1',
			['http://127.0.0.1:5000/forge/todo/~a_/b/1 = ticket ~a_ b 1'],
		],
		['~~https://git.example.org/~ana/x~~', ['https://git.example.org/~ana/x = repository ~ana x']],
		['https://git.example.org/~ana/x, or', ['https://git.example.org/~ana/x = repository ~ana x']],
	];
	for (const [text, expected] of cases) {
		it(`is recognized correctly: ${text.slice(0, 80)}`, () => assert.deepEqual(found(text), expected));
	}

	it('is left out if it depends on a tracker and none is given', () => {
		const targets = references('#1 docs#2 ~bob/docs#3 ~bob', places).map(({ target }) =>
			formatTarget(target),
		);
		assert.deepEqual(targets, ['ticket ~bob docs 3', 'user ~bob']);
	});

	it('has the instance of its address', () => {
		const text = 'https://todo.example.org/~ana/x/1 http://127.0.0.1:5000/forge/todo/~ana/x/1 #1';
		assert.deepEqual(
			references(text, places, here).map(({ instance }) => instance),
			[places[0], places[1], undefined],
		);
	});

	it('has the right position in any text and never overlaps another', () => {
		const pieces = fc.constantFrom(
			'#12',
			'docs#3',
			'~bob',
			'~bob/x#1',
			'https://todo.example.org/~ana/x/1',
			'a@b.c',
			' ',
			'.',
			'(',
			')',
			'é',
			'-',
			'/',
			'\ud83d',
		);
		fc.assert(
			fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 4 }))), (parts) => {
				const text = parts.join('');
				let done = 0;
				for (const { start, end, target } of references(text, places, here)) {
					assert.ok(start >= done && end > start && end <= text.length);
					done = end;
					const alone = references(text.slice(start, end), places, here);
					assert.deepEqual(
						alone.map((one) => one.target),
						[target],
					);
				}
			}),
			{ numRuns: 300 },
		);
	}).timeout(20_000);

	for (const piece of [
		'#1',
		'~a',
		'~a-',
		'a',
		'a-',
		'.',
		'#',
		'a/',
		'a@',
		'http://',
		'https://todo.example.org/~a/',
		'(',
		'https://a/(',
		')',
		'\u0301',
		'x#1 ',
	]) {
		it(`is found quickly in a megabyte of ${JSON.stringify(piece)}`, () => {
			assert.ok(Array.isArray(references(piece.repeat(2 ** 20 / piece.length), places, here)));
		});
	}
});

describe('The web address of a page', () => {
	const cases: readonly [address: string, target: string | undefined][] = [
		['https://todo.example.org/~ana', 'user ~ana'],
		['https://todo.example.org/~ana/editor/', 'tracker ~ana editor'],
		['https://todo.example.org/~ana/editor/12?x=y', 'ticket ~ana editor 12'],
		['https://todo.example.org/~ana/editor/12/edit', undefined],
		['https://todo.example.org/~ana/editor/new', undefined],
		['https://todo.example.org/', undefined],
		['https://lists.example.org/~ana/devel', 'list ~ana devel'],
		['https://lists.example.org/~ana/devel/patches', undefined],
		['https://lists.example.org/~ana/devel/patches/7', 'patchset ~ana devel 7'],
		['https://lists.example.org/~ana/devel/%3Ca.b@c.example%3E', 'mail ~ana devel <a.b@c.example>'],
		['https://lists.example.org/~ana/devel/%2Fa@b', undefined],
		['https://git.example.org/~ana/x/commit/3f9c1d2', 'commit ~ana x 3f9c1d2'],
		['https://git.example.org/~ana/x/commit/main', undefined],
		['https://git.example.org/~ana/x/log', 'log ~ana x HEAD'],
		['https://git.example.org/~ana/x/log/a/b', 'log ~ana x a/b'],
		['https://git.example.org/~ana/x/tree', 'tree ~ana x HEAD '],
		[
			'https://git.example.org/~ana/x/tree/a/b/item/src/item/un%20do.c#L3',
			'tree ~ana x a/b src/item/un do.c',
		],
		['https://git.example.org/~ana/x/tree/a/item/%2e%2e/b', 'tree ~ana x a/b '],
		['https://git.example.org/~ana/x/tree/item', 'tree ~ana x item '],
		['https://git.example.org/~ana/x/tree/item/item/item/b', 'tree ~ana x item item/b'],
		['https://git.example.org/~ana/x/tree/a/item/b%5c..%5cc', 'tree ~ana x a b\\..\\c'],
		['https://git.example.org/~ana/x/tree/a/item/b%0Ac', 'tree ~ana x a b\nc'],
		['https://git.example.org/~ana/x/tree/a/item/b%2F..%2Fc', undefined],
		['https://git.example.org/~ana/x/tree/a%5cb/item/c', undefined],
		['https://git.example.org/~ana/x/log/a%0Ab', undefined],
		['https://lists.example.org/~ana/devel/%5Ca@b', undefined],
		['https://git.example.org/~ana/x/tree/a/item/%00', undefined],
		['https://git.example.org/~ana/x/tree/%E0%A4%A', undefined],
		['https://git.example.org/~ana/x/settings/info', undefined],
		['https://git.example.org/ana/x', undefined],
		['https://git.example.org/~ana/%2e%2e', undefined],
		['http://git.example.org/~ana/x', undefined],
		['https://git.example.org:444/~ana/x', undefined],
		['https://git.example.org@evil.example/~ana/x', undefined],
		['https://a@git.example.org/~ana/x', undefined],
		['http://127.0.0.1:5000/forge/todox/~ana/x', undefined],
	];
	for (const [address, target] of cases) {
		it(`${target ? `means ${target}` : 'has no known meaning'}: ${address}`, () => {
			const located = locate(address, places);
			assert.equal(located && formatTarget(located.target), target);
		});
	}
});

describe('A link that the user opens on a page', () => {
	it('opens the ticket or user that it names', () => {
		const ticket = { owner: '~ana', tracker: 'a.b_c-d', ticket: 12 };
		assert.deepEqual(resolveReference(ticketReference(ticket), places), {
			target: { kind: 'ticket', ...ticket },
			instance: undefined,
		});
		assert.deepEqual(resolveReference(userReference('~bob'), places), {
			target: { kind: 'user', user: '~bob' },
			instance: undefined,
		});
	});

	it('opens a page of an instance or of the web', () => {
		assert.deepEqual(resolveReference('https://todo.example.org/~ana/x/1', places), {
			target: { kind: 'ticket', owner: '~ana', tracker: 'x', ticket: 1 },
			instance: places[0],
		});
		assert.deepEqual(resolveReference('HTTPS://A.example', places), { web: 'https://a.example/' });
	});

	for (const word of [
		'',
		'#',
		'command:x',
		'javascript:x',
		'file:///x',
		'ticket:',
		'ticket:~ana/x',
		'ticket:~ana/../x#1',
		'ticket:ana/x#1',
		'user:bob',
		'user:~bob/x',
		'ticket:~ana/x#1 ',
		' https://a.example',
		'vscode://a/b',
	]) {
		it(`opens nothing for ${JSON.stringify(word)}`, () =>
			assert.equal(resolveReference(word, places), undefined));
	}
});
