import type { Random } from './random.ts';

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

export const trouble = (random: Random) =>
	`The ${random.pick(parts)} ${random.pick(troubles)} ${random.pick(moments)}`;

export function story(random: Random): string {
	const sentences = Array.from({ length: 1 + random.below(5) }, () => random.pick(follow));
	const code = `\n\n    $ mainframe ${random.pick(parts)} --repeat ${random.below(900)}\n    error ${random.below(256)}`;
	return `${trouble(random)}.\n\n${sentences.join(' ')}${random.below(4) === 0 ? code : ''}`;
}

export const remark = (random: Random) => `${random.pick(follow)} ${random.pick(follow)}`;
