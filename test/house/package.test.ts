import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../../build.mjs';
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
	/^extension\/dist\/parts\.cdx\.json$/,
	/^extension\/dist\/media\/\w+\.js$/,
	/^extension\/media\/(page|patchset|ticket)\.css$/,
	/^extension\/media\/(tildeforge|(patchset|ticket)-(light|dark))\.svg$/,
	/^extension\/media\/icon\.png$/,
	/^extension\/media\/mail\.tmLanguage\.json$/,
	/^extension\/media\/walkthrough\/[\w-]+\.md$/,
];

interface Part {
	readonly name: string;
	readonly version: string;
	readonly licenses: readonly { readonly expression: string }[];
	readonly hashes: readonly { readonly content: string }[];
}

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

	it('has the same bytes in another time zone and language, and with other modes of new files', async function () {
		this.timeout(120_000);
		const { TZ, LC_ALL } = process.env;
		const mask = process.umask();
		const make = async (zone: string, language: string, newMask: number) => {
			Object.assign(process.env, { TZ: zone, LC_ALL: language });
			process.umask(newMask);
			return (await packageExtension(join(temporaryFolder('vsix'), 'tildeforge.vsix'))).sha256;
		};
		try {
			assert.equal(await make('Pacific/Auckland', 'da_DK', 0o077), await make('America/Caracas', 'C', 0o002));
		} finally {
			process.umask(mask);
			for (const [name, value] of Object.entries({ TZ, LC_ALL }))
				if (value === undefined) delete process.env[name];
				else process.env[name] = value;
		}
	});

	it('has the version that the newest section of the changes describes', () => {
		const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
		const [, newest] = /^## (\S+?):? /m.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')) ?? [];
		assert.equal(newest, version);
	});

	it('lists the packages that are in it, with their hashes', async () => {
		const folder = temporaryFolder('dist');
		await build({ production: true, folder });
		const read = (name: string) => readFileSync(join(folder, name), 'utf8');
		const { components }: { readonly components: readonly Part[] } = JSON.parse(read('parts.cdx.json'));
		const notices = read('third-party-notices.txt');
		assert.deepEqual(
			components.map((one) => `${one.name} ${one.version} (${one.licenses[0]?.expression})`),
			[...notices.matchAll(/^\S+ \d\S* \(.*\)$/gm)].map(([line]) => line),
		);
		for (const { name, hashes } of components)
			assert.match(hashes[0]?.content ?? '', /^[0-9a-f]{128}$/, name);
	});
});
