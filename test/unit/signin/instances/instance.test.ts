import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
	allServices,
	atDomain,
	plainHosts,
	readInstances,
} from '../../../../src/signin/instances/instance.ts';

const lists = 'https://lists.example.org';
const webhookKey = 'rjX4t4llVgFMmWIisE8DHI9yPJLWJJ/P1CiGZRmYnNI=';
const all = {
	...{ name: 'a', identity: 'http://m.a', lists, repositories: 'https://g.a', trackers: 'https://t.a' },
	...{ clientId: 'c', callback: 'loopback', callbackPort: 4711, allowHttp: true },
};

describe('Forges in the settings', () => {
	const cases: readonly [what: string, setting: unknown, instances: readonly unknown[], problem?: RegExp][] =
		[
			['no setting', undefined, []],
			['an empty list', [], []],
			['null', null, []],
			['an entry with all fields', [all], [all]],
			['a hub', [{ name: 'a', lists, hub: 'https://a' }], [{ name: 'a', lists, hub: 'https://a' }]],
			['an invalid hub', [{ name: 'a', lists, hub: 'a' }], [{ name: 'a', lists }], /hub is "a"/],
			['an entry outside a list', { name: 'a', lists }, [{ name: 'a', lists }]],
			['surrounding blanks', [{ name: ' a ', lists: ` ${lists} ` }], [{ name: 'a', lists }]],
			['unknown fields', [{ name: 'a', lists, color: 'red' }], [{ name: 'a', lists }]],
			['an empty client ID', [{ name: 'a', clientId: '' }], [{ name: 'a' }]],
			['a number as client ID', [{ name: 'a', clientId: 7 }], [{ name: 'a' }], /invalid clientId: 7\.$/],
			['an unknown callback', [{ name: 'a', callback: 'pigeon' }], [{ name: 'a' }], /callback: "pigeon"\.$/],
			['a text as allowHttp', [{ name: 'a', allowHttp: 'yes' }], [{ name: 'a' }], /allowHttp: "yes"\.$/],
			['an empty address', [{ name: 'a', lists: '' }], [{ name: 'a' }]],
			['no name', [{ lists }], [], /^Forge 1 in the settings has no name\.$/],
			['a number', [7], [], /^Forge 1 in the settings is not an object\.$/],
			['a nested list', [[]], [], /has no name/],
			['an invalid address', [{ name: 'a', lists: 'lists' }], [{ name: 'a' }], /lists is "lists"/],
			['a file address', [{ name: 'a', lists: 'file:///etc' }], [{ name: 'a' }], /lists is "file/],
			[
				'a bad address beside a good one',
				[{ name: 'a', lists, trackers: 'htps://t' }],
				[{ name: 'a', lists }],
				/^Forge 1 in the settings \(a\) .*trackers is "htps/,
			],
			['an invalid port', [{ name: 'a', callbackPort: 0 }], [{ name: 'a' }], /invalid callbackPort: 0/],
			['a key for webhooks', [{ name: 'a', webhookKey: ` ${webhookKey} ` }], [{ name: 'a', webhookKey }]],
			[
				'a key for webhooks that is too short',
				[{ name: 'a', webhookKey: webhookKey.slice(4) }],
				[{ name: 'a' }],
				/^Forge 1 in the settings \(a\) has an invalid webhookKey, which must be 32 bytes in base64\.$/,
			],
			['a port as text', [{ name: 'a', callbackPort: '80' }], [{ name: 'a' }], /invalid callbackPort: "80"/],
			[
				'a repeated name',
				[{ name: 'a' }, { name: 'a', lists }],
				[{ name: 'a' }],
				/^Forge 2 .* earlier one, a\.$/,
			],
			['an invalid entry beside a valid one', [7, { name: 'b' }], [{ name: 'b' }], /^Forge 1/],
		];
	for (const [what, setting, instances, problem] of cases) {
		it(`are read${problem ? ', and a problem is reported' : ''}: ${what}`, () => {
			const read = readInstances(setting);
			assert.deepEqual(read.instances, instances);
			assert.equal(read.problems.length, problem ? 1 : 0);
			if (problem) assert.match(read.problems[0] ?? '', problem);
		});
	}

	it('have their own problems', () => {
		const { problemsOf } = readInstances([
			{ name: 'a', lists: 'l', callbackPort: 0 },
			7,
			{ name: 'b' },
			{ name: 'a' },
		]);
		assert.deepEqual(
			[...problemsOf],
			[
				['a', ['Invalid address: lists is "l".', 'Invalid callbackPort: 0.']],
				['b', []],
			],
		);
	});

	it('are read or reported as wrong, whatever the setting contains', () => {
		const entry = fc.record(
			{
				...{ name: fc.oneof(fc.string(), fc.anything()), lists: fc.oneof(fc.constant(lists), fc.anything()) },
				...{ identity: fc.anything(), callbackPort: fc.anything(), callback: fc.anything() },
			},
			{ requiredKeys: [] },
		);
		const setting = fc.oneof(fc.array(fc.oneof(entry, fc.jsonValue())), fc.anything());
		fc.assert(
			fc.property(setting, (given) => {
				const { instances, problems } = readInstances(given);
				const count = Array.isArray(given) ? given.length : given == null ? 0 : 1;
				assert.ok(instances.length <= count && instances.length + problems.length >= count);
				for (const one of instances) {
					assert.notEqual(one.name, '');
					for (const area of allServices)
						if (one[area] !== undefined) assert.match(new URL(one[area]).protocol, /^https?:$/);
				}
			}),
		);
	});

	const domains: Readonly<Record<string, string>> = {
		'example.org': 'example.org',
		' https://todo.example.org/ ': 'example.org',
		'git.example.org/~ana/editor': 'example.org',
		'lists.example.org:8443': 'example.org:8443',
		'git.org': 'git.org',
		'127.0.0.1:5000': '127.0.0.1:5000',
		'[::1]:5000': '[::1]:5000',
		localhost: 'localhost',
		'not a domain': 'not a domain',
		'': '',
	};
	for (const [typed, name] of Object.entries(domains)) {
		it(`at "${typed}" are called "${name}"`, () => assert.deepEqual(atDomain(typed), { name }));
	}

	it('use unencrypted connections only if that is allowed', () => {
		const instance = { name: 'a', lists: 'http://l.a:8000', trackers: 'https://t.a' };
		assert.deepEqual([...plainHosts(instance)], []);
		assert.deepEqual([...plainHosts({ ...instance, allowHttp: true })], ['l.a:8000', 't.a']);
	});
});
