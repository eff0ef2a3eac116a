import assert from 'node:assert/strict';
import { layerProblems } from './layers.ts';
import { productSources, source } from './sources.ts';

describe('The layers', () => {
	it('hold in the whole product', () => {
		assert.deepEqual(layerProblems(productSources()), []);
	});

	const breaches: readonly [what: string, files: Record<string, string>, problem: RegExp][] = [
		[
			'an import against the direction',
			{ 'src/base/a.ts': "import { b } from '../forge/b.ts';" },
			/src\/base\/a\.ts imports src\/forge\/b\.ts, and src\/base may import only from itself\. Move/,
		],
		[
			'a lazy import against the direction',
			{ 'src/platform/model/a.ts': "const b = await import('../state/b.ts');" },
			/src\/platform\/model may import only from base, mail, forge/,
		],
		[
			'a re-export against the direction',
			{ 'src/forge/a.ts': "export * from '../platform/view/tree.ts';" },
			/src\/forge\/a\.ts imports src\/platform\/view\/tree\.ts/,
		],
		[
			'a page that reaches into the host',
			{ 'media/ticket.ts': "import '../src/tickets/state/b.ts';" },
			/media\/ticket may import only from base\/field-of\.ts, base\/text, platform\/model, platform\/page, media\/kit, tickets\/page\/protocol\./,
		],
		[
			'a part of a page that reaches beyond the protocol of its feature',
			{ 'media/ticket/a.ts': "import type { B } from '../../src/tickets/page/ticket-draft-rules.ts';" },
			/media\/ticket\/a\.ts imports src\/tickets\/page\/ticket-draft-rules\.ts, and media\/ticket may import only from/,
		],
		[
			'a feature in the code that all pages share',
			{ 'media/kit/a.ts': "import type { B } from '../../src/inbox/page/protocol.ts';" },
			/^media\/kit\/a\.ts imports src\/inbox\/page\/protocol\.ts, but media\/kit serves every page.* Take what/,
		],
		[
			'one kind of page in the code that all pages share',
			{ 'media/kit/a.ts': "import { b } from '../inbox/b.ts';" },
			/^media\/kit\/a\.ts imports media\/inbox\/b\.ts, but media\/kit serves every page/,
		],
		['a page that is not in the table of layers', { 'media/misc.ts': '' }, /media\/misc\.ts is in no layer/],
		['a folder that is not in the table of layers', { 'src/misc/a.ts': '' }, /is in no layer/],
		[
			'a program that is started elsewhere',
			{ 'src/platform/git/a.ts': "import { spawn } from 'node:child_process';" },
			/src\/platform\/git\/a\.ts starts programs\. Run git with/,
		],
		[
			'the editor in the core',
			{ 'src/platform/state/a.ts': "import * as vscode from 'vscode';" },
			/no file may\. Move/,
		],
		[
			'a feature that knows the one above it',
			{ 'src/patches/page/a.ts': "import { b } from '../../review/page/b.ts';" },
			/src\/patches\/page may import only from/,
		],
		[
			'a feature that knows another',
			{ 'src/patches/state/a.ts': "import { b } from '../../tickets/state/b.ts';" },
			/src\/patches\/state may import only from/,
		],
		[
			"the editor in a view's rows",
			{ 'src/platform/view/rows.ts': "import { window } from 'vscode';" },
			/only src\/platform\/view\/tree\/tree\.ts, .* may/,
		],
		[
			'the HTTP client of the tests',
			{ 'src/base/a.ts': "import { Agent } from 'undici';" },
			/imports undici, which only tests have/,
		],
		[
			'the library that executes GraphQL',
			{ 'src/sandbox/a.ts': "import { parse } from 'graphql';" },
			/src\/sandbox\/a\.ts imports graphql, which only tests have/,
		],
		[
			'an import after a comment with an apostrophe',
			{ 'src/base/a.ts': "import {\n\tb, // don't\n} from '../forge/b.ts';" },
			/src\/base may import only from itself/,
		],
		[
			'a lazy import with a comment in it',
			{ 'src/base/a.ts': "const b = import(/* why */ '../forge/b.ts');" },
			/src\/base may import only from itself/,
		],
		[
			'a lazy import in backquotes',
			{ 'src/base/a.ts': 'void import(`../forge/b.ts`);' },
			/src\/base may import only from itself/,
		],
		[
			'an import without spaces',
			{ 'src/base/a.ts': "import{b}from'../forge/b.ts'" },
			/src\/base may import only from itself/,
		],
		[
			'an import of the tests',
			{ 'src/base/a.ts': "import '../../test/tools/stop.ts';" },
			/not part of the product/,
		],
		['an import of the build', { 'src/extension.ts': "import '../build.mjs';" }, /not part of the product/],
		['an import without its ending', { 'src/base/a.ts': "import './b';" }, /full file name, with \.ts/],
		[
			'a package that is loaded lazily by itself',
			{ 'src/base/a.ts': "const { a } = await import('nodemailer');" },
			/loads the package nodemailer lazily/,
		],
		['Node in a page', { 'media/kit/a.ts': "import 'node:fs';" }, /which a page does not have/],
		[
			'a part of undici',
			{ 'src/base/a.ts': "import 'undici/lib/api';" },
			/imports undici, which only tests have/,
		],
		[
			'the running editor beside its types',
			{ 'src/platform/view/a.ts': "import type { T } from 'vscode';\nexport { Uri } from 'vscode';" },
			/only src\/platform\/view\/tree\/tree\.ts, .* may/,
		],
		[
			'a feature in the platform',
			{ 'src/platform/state/a.ts': '/** Holds the tickets. */' },
			/src\/platform\/state\/a\.ts mentions "tickets"\. Take what/,
		],
		[
			'the name of a feature in the code that all pages share',
			{ 'media/kit/a.ts': '/** Draws the ticket. */' },
			/media\/kit\/a\.ts mentions "ticket"\. Take what/,
		],
		[
			'an import cycle',
			{
				'src/base/a.ts': "import { b } from './b.ts';",
				'src/base/b.ts': "import { c } from './c.ts';",
				'src/base/c.ts': "import type { A } from './a.ts';",
			},
			/^Import cycle: src\/base\/a\.ts → src\/base\/b\.ts → src\/base\/c\.ts → src\/base\/a\.ts\. Move/,
		],
	];
	for (const [what, files, problem] of breaches) {
		it(`refuse ${what}`, () => {
			const problems = layerProblems(Object.entries(files).map(([path, text]) => source(path, text)));
			assert.equal(problems.length, 1, problems.join('\n'));
			assert.match(problems[0] ?? '', problem);
		});
	}

	it('accept the imports that they allow', () => {
		const files = {
			'src/extension.ts': "import * as vscode from 'vscode';\nimport { a } from './platform/view/tree.ts';",
			'src/platform/view/tree/tree.ts': "import * as vscode from 'vscode';\nimport { b } from './rows.ts';",
			'src/platform/view/rows.ts':
				"import type { TreeItem } from 'vscode';\nimport { c } from '../state/c.ts';",
			'src/platform/view/more.ts': 'import { type TreeItem, type Uri } from "vscode";',
			'src/forge/files.ts': "const { rm } = await import('node:fs');",
			'src/platform/model/keys.ts': 'interface TicketKey {}',
			'media/ticket.ts':
				"import { a } from './ticket/a.ts';\nimport { draw } from './kit/draw.ts';\nimport { c } from '../src/tickets/page/protocol.ts';",
			'media/kit/draw.ts':
				"import add from '@vscode/codicons/src/icons/add.svg';\nimport type { Icon } from '../../src/platform/model/icon.ts';",
			'src/platform/state/dispatcher.ts': '/** Dispatches. */',
			'src/base/told.ts':
				"// import '../forge/a.ts'\n/** import('../forge/b.ts') */\nconst text = `import '../forge/c.ts' $" +
				'{1 + 1}`;',
			'src/base/matched.ts': "const quote = /['\"]/g; const half = quote / 2; // import '../forge/d.ts'",
		};
		assert.deepEqual(layerProblems(Object.entries(files).map(([path, text]) => source(path, text))), []);
	});
});
