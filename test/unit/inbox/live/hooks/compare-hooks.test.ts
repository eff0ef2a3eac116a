import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compareHooks } from '../../../../../src/inbox/live/hooks/compare-hooks.ts';
import { type HookRecord, spellTarget } from '../../../../../src/inbox/live/hooks/hook-record.ts';
import { newHookSecret } from '../../../../../src/inbox/live/listener/hook-paths.ts';
import { registered, targetOf } from './records.ts';

const names = ['editor', 'shell', 'none'];
const states: readonly HookRecord['state'][] = [
	{ kind: 'creating' },
	registered,
	{ kind: 'refused', reason: '', at: 0, mayExist: false },
	{ kind: 'earlierToken' },
];
const records = fc.array(
	fc.record({
		target: fc.constantFrom(...names.map(targetOf)),
		address: fc.constantFrom('http://here', 'http://there'),
		token: fc.constantFrom('old', 'new'),
		secret: fc.noShrink(fc.integer()).map(newHookSecret),
		state: fc.constantFrom(...states),
	}),
	{ maxLength: 12 },
);
const wanted = fc.array(fc.constantFrom(...names.map(targetOf)), { maxLength: 5 });
const registrar = { address: 'http://here', token: 'new' };
/** That token can remove them if the user signs in with it again. */
const isOfEarlierToken = ({ state }: HookRecord) => state.kind === 'earlierToken';

describe('The comparison of wanted hooks with stored ones', () => {
	it('keeps one usable record of each wanted target, or finds that there is none', () => {
		fc.assert(
			fc.property(wanted, records, (targets, stored) => {
				const { kept, missing } = compareHooks(targets, stored, registrar);
				const found = [...kept.keys(), ...missing.map(spellTarget)];
				assert.deepEqual(found.sort(), [...new Set(targets.map(spellTarget))].sort());
				for (const record of kept.values()) {
					const { address, token } = record;
					assert.deepEqual([{ address, token }, isOfEarlierToken(record)], [registrar, false]);
				}
			}),
		);
	});

	it('removes no kept record, and each other one exactly when its target has new hooks or is not wanted', () => {
		fc.assert(
			fc.property(wanted, records, (targets, stored) => {
				const { kept, replaced, unwanted } = compareHooks(targets, stored, registrar);
				const isWanted = (record: HookRecord) =>
					targets.some((target) => spellTarget(target) === spellTarget(record.target));
				const best = (record: HookRecord) => kept.get(spellTarget(record.target));
				for (const record of stored) {
					const isDone = best(record) !== undefined && best(record)?.state.kind !== 'creating';
					const isKept = best(record) === record;
					const isOfUse = isOfEarlierToken(record) && record.token !== registrar.token;
					assert.equal(replaced.includes(record), isWanted(record) && !isKept && isDone && !isOfUse);
					assert.equal(unwanted.includes(record), !isWanted(record) && !isOfUse);
				}
			}),
		);
	});

	it('is finished when the missing ones are registered and the others removed', () => {
		fc.assert(
			fc.property(wanted, records, (targets, stored) => {
				const first = compareHooks(targets, stored, registrar);
				const added = first.missing.map((target) => ({
					...{ target, ...registrar, secret: newHookSecret(), state: registered },
				}));
				const then = [...first.kept.values(), ...added];
				const second = compareHooks(targets, then, registrar);
				assert.deepEqual([second.missing, second.replaced, second.unwanted], [[], [], []]);
				assert.deepEqual(new Set(second.kept.values()), new Set(then));
			}),
		);
	});

	it('removes everything and creates nothing if the forge cannot deliver', () => {
		fc.assert(
			fc.property(wanted, records, (targets, stored) => {
				const { kept, missing, replaced, unwanted } = compareHooks(targets, stored, undefined);
				assert.deepEqual(
					[kept.size, missing, replaced, unwanted],
					[0, [], stored.filter((record) => !isOfEarlierToken(record)), []],
				);
			}),
		);
	});

	it('replaces hooks that answer by others and the reverse, the new ones first', () => {
		const plain = targetOf('editor');
		const answering = { ...plain, sync: true };
		for (const [before, target] of [
			[plain, answering],
			[answering, plain],
		] as const) {
			const old = { target: before, ...registrar, secret: newHookSecret(), state: registered };
			const first = compareHooks([target], [old], registrar);
			assert.deepEqual(first, { kept: new Map(), missing: [target], replaced: [], unwanted: [] });
			const added = { target, ...registrar, secret: newHookSecret(), state: registered };
			const second = compareHooks([target], [old, added], registrar);
			assert.deepEqual([...second.kept.values(), ...second.missing], [added]);
			assert.deepEqual([second.replaced, second.unwanted], [[old], []]);
		}
	});

	it('prefers hooks that are registered to those that are being created, and these to refused ones', () => {
		const made = states.map((state) => ({
			...{ target: targetOf('editor'), ...registrar, secret: newHookSecret(), state },
		}));
		const keeps = (stored: readonly HookRecord[]) =>
			[...compareHooks([targetOf('editor')], stored, registrar).kept.values()].map(({ state }) => state.kind);
		assert.deepEqual(keeps(made), ['registered']);
		assert.deepEqual(keeps(made.toReversed()), ['registered']);
		assert.deepEqual(keeps(made.filter(({ state }) => state.kind !== 'registered')), ['creating']);
	});
});
