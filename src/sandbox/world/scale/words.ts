import type { Chance } from './chance.ts';

const parts = [
	'scheduler',
	'cache',
	'parser',
	'socket',
	'index',
	'journal',
	'allocator',
	'console',
	'queue',
	'router',
];
const troubles = [
	'leaks memory',
	'hangs',
	'is slow',
	'loses the last entry',
	'fails with an empty name',
	'counts twice',
	'ignores the timeout',
	'does not close its file',
];
const moments = [
	'after a restart',
	'under load',
	'on a big-endian machine',
	'with more than 4096 entries',
	'when the clock goes back',
	'if two clients come at once',
	'without a network',
];
const follow = [
	'I have seen it twice this week.',
	'It did not happen in the version before.',
	'The log says nothing.',
	'A restart helps for a day or so.',
	'It is easy to show with the script below.',
	'Two customers have told us of it.',
];

export const trouble = (chance: Chance) =>
	`The ${chance.one(parts)} ${chance.one(troubles)} ${chance.one(moments)}`;

export function story(chance: Chance): string {
	const sentences = Array.from({ length: 1 + chance.below(5) }, () => chance.one(follow));
	const code = `\n\n    $ mainframe ${chance.one(parts)} --repeat ${chance.below(900)}\n    error ${chance.below(256)}`;
	return `${trouble(chance)}.\n\n${sentences.join(' ')}${chance.below(4) === 0 ? code : ''}`;
}

export const remark = (chance: Chance) => `${chance.one(follow)} ${chance.one(follow)}`;
