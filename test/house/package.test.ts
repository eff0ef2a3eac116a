import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { extensionPage } from '../tools/extension-page.ts';
import { root, temporaryFolder } from '../tools/places.ts';
import { packageExtension } from '../tools/vsix.ts';
import { settingNames } from './manifest.ts';

/** All files that the package may contain. Add a new kind of file here when it belongs in the package. */
const wanted = [
	/^extension\.vsixmanifest$/,
	/^\[Content_Types\]\.xml$/,
	/^extension\/(package\.json|readme\.md|changelog\.md|LICENSE\.txt)$/,
	/^extension\/dist\/(extension|chunks\/[\w-]+)\.cjs$/,
	/^extension\/dist\/workers\/[\w-]+\.cjs$/,
	/^extension\/dist\/third-party-notices\.txt$/,
	/^extension\/dist\/media\/\w+\.js$/,
	/^extension\/media\/(page|patchset|ticket)\.css$/,
	/^extension\/media\/(tildeforge|(patchset|ticket)-(light|dark))\.svg$/,
	/^extension\/media\/icon\.png$/,
	/^extension\/media\/mail\.tmLanguage\.json$/,
	/^extension\/media\/walkthrough\/[\w-]+\.md$/,
];

describe('The page of the installed extension', () => {
	const page = extensionPage(readFileSync(join(root, 'README.md'), 'utf8'));

	it('has what users want to know', () => {
		const headings = [...page.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
		assert.deepEqual(headings, ['The first minute', 'Features', 'Privacy', 'Limits', 'Licence']);
	});

	it('has no pictures, comments, or instructions for a checkout', () => {
		for (const pattern of [
			/!\[/,
			/<!--/,
			/\bnpm\b/,
			/\bcheckout\b/,
			/CONTRIBUTING|ARCHITECTURE|SECURITY/,
			/docs\//,
			/\n{3}/,
		])
			assert.doesNotMatch(page, pattern);
	});
});

describe('The list of settings', () => {
	it('names each setting', () => {
		const document = readFileSync(join(root, 'docs/settings.md'), 'utf8');
		const settings = settingNames(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
		assert.ok(settings.length > 5);
		assert.deepEqual(
			settings.filter((name) => !document.includes(`\`${name}\``)),
			[],
		);
	});
});

describe('The package', () => {
	it('contains the files that it needs and no others, and is at most 775 KB', async function () {
		this.timeout(120_000);
		const { entries, bytes } = await packageExtension(join(temporaryFolder('vsix'), 'tildeforge.vsix'));
		const names = entries.map(({ name }) => name);
		assert.deepEqual(
			names.filter((name) => !wanted.some((pattern) => pattern.test(name))),
			[],
			'Exclude it in .vscodeignore, or add it to test/house/package.test.ts.',
		);
		assert.deepEqual(
			wanted.filter((pattern) => !names.some((name) => pattern.test(name))),
			[],
			'Something that it needs is missing: see .vscodeignore.',
		);
		assert.ok(bytes <= 775 * 1024, `It is ${bytes} bytes.`);
	});
});
