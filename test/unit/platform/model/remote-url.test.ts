import assert from 'node:assert/strict';
import fc from 'fast-check';
import { hostedRepository } from '../../../../src/platform/model/remote-url.ts';

const forge = { name: 'forge', repositories: 'https://git.forge.test' };
const local = { name: 'local', repositories: 'http://127.0.0.1:8080' };
const below = { name: 'below', repositories: 'https://code.example.org/forge/' };
const hosts: readonly { readonly name: string; readonly repositories?: string }[] = [
	{ name: 'without repositories' },
	forge,
	local,
	below,
];

const found = (url: string): string | undefined => {
	const hosted = hostedRepository(url, hosts);
	return hosted && `${hosted.instance.name} ${hosted.owner}/${hosted.repository}`;
};

describe('The URL of a git remote', () => {
	const known: Readonly<Record<string, readonly string[]>> = {
		'forge ~ana/editor': [
			'https://git.forge.test/~ana/editor',
			'https://git.forge.test/~ana/editor/',
			'https://git.forge.test/~ana/editor.git',
			'https://git.forge.test:443/~ana/editor.git/',
			'https://ana:secret@git.forge.test/~ana/editor',
			'https://GIT.Forge.test/%7Eana/editor',
			'https://git.forge.test./~ana/editor',
			'http://git.forge.test/~ana/editor',
			'git@git.forge.test:~ana/editor',
			'git@git.forge.test:~ana/editor.git',
			'git@GIT.forge.test:/~ana/editor',
			'git.forge.test:~ana/editor',
			'ana@example.org@git.forge.test:~ana/editor',
			'[git@git.forge.test:2222]:~ana/editor',
			'git@[git.forge.test]:~ana/editor',
			'ssh://git@git.forge.test/~ana/editor',
			'ssh://git@git.forge.test:2222/~ana/editor.git',
			'ssh://GIT.FORGE.TEST/%7eana/editor',
			'git+ssh://git@git.forge.test/~ana/editor',
			'git://git.forge.test/~ana/editor',
		],
		'local ~ana/editor': ['http://127.0.0.1:8080/~ana/editor', 'git@127.0.0.1:~ana/editor'],
		'below ~ana/editor': [
			'https://code.example.org/forge/~ana/editor',
			'ssh://git@code.example.org/forge/~ana/editor',
			'git@code.example.org:~ana/editor',
		],
		'forge ~a_b-c.d/x.y-z_': ['git@git.forge.test:~a_b-c.d/x.y-z_.git'],
	};
	for (const [repository, urls] of Object.entries(known)) {
		for (const url of urls) {
			it(`leads to ${repository}: ${url}`, () => assert.equal(found(url), repository));
		}
	}

	for (const url of [
		'',
		'.',
		'../editor',
		'/srv/git/~ana/editor',
		'./git.forge.test:~ana/editor',
		'file:///srv/~ana/editor',
		'file://git.forge.test/~ana/editor',
		'C:\\code\\~ana\\editor',
		'C:/~ana/editor',
		'c:~ana/editor',
		'\\\\git.forge.test\\~ana\\editor',
		'//git.forge.test/~ana/editor',
		'https:\\\\git.forge.test\\~ana\\editor',
		'ext::ssh git.forge.test ~ana/editor',
		'ext::https://git.forge.test/~ana/editor',
		'git.forge.test::~ana/editor',
		'https://git.forge.test',
		'https://git.forge.test/~ana',
		'https://git.forge.test/ana/editor',
		'https://git.forge.test/~ana/editor/more',
		'https://git.forge.test/~ana/editor?x',
		'https://git.forge.test/~ana/editor#x',
		'https://git.forge.test/~ana/.git',
		'https://git.forge.test/~ana/%2e%2e',
		'https://git.forge.test/~ana/%2Feditor',
		'https://git.forge.test/~ana/%E0%A4%A',
		'https://git.forge.test:444/~ana/editor',
		'https://git.forge.test.example/~ana/editor',
		'https://elsewhere.test/git.forge.test/~ana/editor',
		'https://git.forge.test@elsewhere.test/~ana/editor',
		'git@elsewhere.test:~ana/editor',
		'git@git.forge.test:ana/editor',
		'git@git.forge.test:~ana/ed itor',
		'git@git.forge.test:~ana/editor\n',
		'https://git.for\tge.test/~ana/editor',
		'http://127.0.0.1:8081/~ana/editor',
		'https://code.example.org/~ana/editor',
		'https://code.example.org/forgery/~ana/editor',
	]) {
		it(`leads to no forge: ${JSON.stringify(url)}`, () => assert.equal(found(url), undefined));
	}

	it('leads to a forge at an IPv6 address', () => {
		const instance = { repositories: 'http://[::1]:8080' };
		const urls = [
			'http://[::1]:8080/~ana/editor',
			'ssh://git@[::1]:2222/~ana/editor',
			'git@[::1]:~ana/editor',
			'[git@0:0::1]:~ana/editor',
		];
		for (const url of urls) {
			assert.deepEqual(
				hostedRepository(url, [instance]),
				{ instance, owner: '~ana', repository: 'editor' },
				url,
			);
		}
	});

	it('leads to a host with letters outside ASCII, however it is id', () => {
		const instance = { repositories: 'https://git.bücher.test' };
		for (const url of ['git@git.bücher.test:~ana/x', 'ssh://git@git.xn--bcher-kva.test/~ana/x']) {
			assert.equal(hostedRepository(url, [instance])?.repository, 'x', url);
		}
	});

	const name = fc
		.stringMatching(/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,20}$/)
		.filter((one) => !one.endsWith('.git'));
	const owner = fc.stringMatching(/^~[a-z_][a-z0-9_-]{1,28}$/);
	const host = fc.stringMatching(/^[a-z]([a-z0-9-]{0,8}[a-z0-9])?\.test$/).map((one) => `git.${one}`);
	const port = fc.integer({ min: 1, max: 65_535 });
	const forms: readonly ((host: string, path: string, port: number) => string)[] = [
		(host, path) => `https://${host}/${path}`,
		(host, path) => `https://user:pass@${host}/${path}`,
		(host, path) => `git@${host}:${path}`,
		(host, path) => `${host.toUpperCase()}:/${path}`,
		(host, path, port) => `ssh://git@${host}:${port}/${path}`,
		(host, path, port) => `[git@${host}:${port}]:${path}`,
		(host, path, port) => `git://${host}:${port}/${path}`,
	];

	it('leads to the owner and name that it was made of, in every form', () => {
		fc.assert(
			fc.property(
				host,
				owner,
				name,
				port,
				fc.constantFrom(...forms),
				fc.constantFrom('', '/', '.git', '.git/'),
				(host, owner, repository, port, form, ending) => {
					const instance = { repositories: `https://${host}` };
					const url = form(host, `${owner}/${repository}${ending}`, port);
					assert.deepEqual(hostedRepository(url, [instance]), { instance, owner, repository }, url);
					assert.equal(hostedRepository(url, [{ repositories: `https://not-${host}` }]), undefined, url);
				},
			),
		);
	});

	it('never throws, and never names a path that leads elsewhere', () => {
		const part = fc.constantFrom(
			'https://',
			'git@',
			'git.forge.test',
			':',
			'/',
			'~ana',
			'..',
			'.',
			'%',
			'[',
			']',
			'@',
			' ',
		);
		fc.assert(
			fc.property(fc.array(fc.oneof(part, fc.string({ maxLength: 3 })), { maxLength: 9 }), (parts) => {
				const hosted = hostedRepository(parts.join(''), hosts);
				if (hosted) assert.match(`${hosted.owner}/${hosted.repository}`, /^~[\w.-]+\/(?!\.\.?$)[\w.-]+$/);
			}),
			{ numRuns: 500 },
		);
	});
});
