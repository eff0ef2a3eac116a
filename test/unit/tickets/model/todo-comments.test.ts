import assert from 'node:assert/strict';
import { createTodoFinder } from '../../../../src/tickets/model/todo-comments.ts';

describe('The TODO in a line of code', () => {
	const { find: todoOf, addReference } = createTodoFinder(['TODO', 'FIXME', 'XXX', 'HACK', 'BUG']);
	const cases: readonly (readonly [line: string, todo: string | undefined])[] = [
		['	return 1; /* TODO: why? */', 'why?'],
		['// FIXME(ana): leaks a handle', 'leaks a handle'],
		['# XXX - slow with 10,000 lines', 'slow with 10,000 lines'],
		['<!-- TODO explain -->', 'explain'],
		['{# HACK: until 2.5 #}', 'until 2.5'],
		['-- BUG Überlauf bei 2^31', 'Überlauf bei 2^31'],
		['/** TODO: one **/', 'one'],
		['TODO', ''],
		['// todo: in small letters it is a word', undefined],
		['const TODOS = [];', undefined],
		['const MY_TODO = 1;', undefined],
		['const ÄTODO = 1;', undefined],
		['debug(BUGS)', undefined],
		[`TODO ${'x'.repeat(1000)}`, undefined],
		['', undefined],
	];
	for (const [line, todo] of cases) {
		it(`is ${JSON.stringify(todo)} in ${JSON.stringify(line.slice(0, 60))}`, () =>
			assert.equal(todoOf(line), todo));
	}

	const ofSettings: readonly (readonly [setting: unknown, line: string, todo: string | undefined])[] = [
		[['later'], '// later: tidy up', 'tidy up'],
		[['later'], '// TODO: tidy up', undefined],
		[[' @todo '], ' * @todo explain', 'explain'],
		[['?!', 'a|b'], '// ?! why', 'why'],
		[['.*', 'a|b'], '// abc', undefined],
		[['zu erledigen'], '-- zu erledigen: Überlauf', 'Überlauf'],
		[['TODO', 3, '', null], '// TODO: one', 'one'],
		[[], '// TODO: one', undefined],
		[[' '], '// TODO: one', undefined],
		['TODO', '// TODO: one', undefined],
		[undefined, '// TODO: one', undefined],
	];
	for (const [setting, line, todo] of ofSettings) {
		it(`is ${JSON.stringify(todo)} in ${JSON.stringify(line)} with the words ${JSON.stringify(setting)}`, () =>
			assert.equal(createTodoFinder(setting).find(line), todo));
	}

	for (const [line, changed] of [
		['	return 1; /* TODO: why? */', '	return 1; /* TODO(#12): why? */'],
		['// FIXME(ana): leaks a handle', '// FIXME(ana, #12): leaks a handle'],
		['# XXX() - slow', '# XXX(#12) - slow'],
		['// TODO', '// TODO(#12)'],
		['const TODOS = [];', 'const TODOS = [];'],
	] as const) {
		it(`takes a reference: ${JSON.stringify(changed)}`, () =>
			assert.equal(addReference(line, '#12'), changed));
	}

	it('takes no reference if the setting has no words', () => {
		assert.equal(createTodoFinder([]).addReference('// TODO: one', '#12'), '// TODO: one');
	});
});
