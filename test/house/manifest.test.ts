import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools/places.ts';
import { type Manifest, manifestProblems } from './manifest.ts';
import { productSources, source } from './sources.ts';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

describe('The manifest', () => {
	it('and the code name the same commands, views, settings, context keys and files', () => {
		const problems = manifestProblems(manifest, productSources(), (path) => existsSync(join(root, path)));
		assert.deepEqual(problems, []);
	});

	it('starts the extension only by its use', () => {
		assert.deepEqual(
			manifest.activationEvents.filter((event: string) => /^(\*|onStartupFinished)$/.test(event)),
			[],
			'Views, commands and URIs start the extension by themselves: take the event out.',
		);
	});

	it('titles every command in the same category', () => {
		for (const { command, category, title } of manifest.contributes.commands) {
			assert.equal(category, 'Tildeforge', command);
			assert.doesNotMatch(title, /Tildeforge/, command);
		}
	});

	type Contributes = Manifest['contributes'];
	const breaches: readonly [what: string, contributes: Contributes, code: string, problem: RegExp][] = [
		[
			'a command without code',
			{ commands: [{ command: 'tildeforge.fly' }] },
			'',
			/the command tildeforge\.fly, and no code in src\/ names it/,
		],
		[
			'code for a command that is not in the manifest',
			{},
			"register('tildeforge.fly')",
			/a\.ts names tildeforge\.fly, and package\.json knows no command.* Add it there/,
		],
		['a view without code', { views: { bar: [{ id: 'tildeforge.sky' }] } }, '', /the view tildeforge\.sky/],
		[
			'a setting that nobody reads',
			{ configuration: { properties: { 'tildeforge.speed': {} } } },
			'',
			/the setting tildeforge\.speed/,
		],
		[
			'a context key that nobody sets',
			{ walkthroughs: [{ when: 'tildeforge.flying && isLinux' }] },
			'',
			/the context key tildeforge\.flying/,
		],
		[
			'a welcome text for no view',
			{ viewsWelcome: [{ view: 'tildeforge.sky', contents: '' }] },
			'',
			/refers to tildeforge\.sky/,
		],
		[
			'a welcome button for no command',
			{ viewsWelcome: [{ view: 'explorer', contents: '[Fly](command:tildeforge.fly)' }] },
			'',
			/refers to tildeforge\.fly/,
		],
		[
			'a walkthrough picture that is missing',
			{ walkthroughs: [{ steps: [{ media: { svg: 'media/sky.svg' } }] }] },
			'',
			/shows media\/sky\.svg, and there is no such file/,
		],
		[
			'a setting of another name',
			{ configuration: { properties: { 'forge.x': {} } } },
			'',
			/must start with/,
		],
	];
	for (const [what, contributes, code, problem] of breaches) {
		it(`does not let pass ${what}`, () => {
			const problems = manifestProblems({ contributes }, [source('src/host/a.ts', code)], () => false);
			assert.equal(problems.length, 1, problems.join('\n'));
			assert.match(problems[0] ?? '', problem);
		});
	}
});
