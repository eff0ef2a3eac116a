import type { Forge } from '../../src/sandbox/forge.ts';
import { forgeComments } from './forge-comments.ts';
import type { Told } from './window.ts';

export const soakTickets: readonly number[] = [49, 57, 59, 60];

export const ofKind = <K extends Told['kind']>(
	told: readonly Told[],
	kind: K,
): readonly Extract<Told, { kind: K }>[] =>
	told.filter((one): one is Extract<Told, { kind: K }> => one.kind === kind);

/**
 * Compares what the windows have reported about their comments with what the forge has. `left` are the texts that still exist
 * elsewhere, such as in a draft.
 */
export async function compareWithForge(forge: Forge, told: readonly Told[], left: ReadonlySet<string>) {
	const times = new Map<string, number>();
	for (const { text } of await forgeComments(forge, soakTickets)) times.set(text, (times.get(text) ?? 0) + 1);
	const ours = (text: string) => /^soak /.test(text);
	const problems = [
		...ofKind(told, 'failed').map(({ why }) => `A window failed: ${why}`),
		...[...times]
			.filter(([text, n]) => ours(text) && n > 1)
			.map(([text, n]) => `${n} times on the forge: ${text}`),
		...ofKind(told, 'sent')
			.filter(({ text }) => !times.has(text))
			.map(({ text }) => `Was sent, and is not on the forge: ${text}`),
		...ofKind(told, 'saved')
			.filter(({ text }) => !times.has(text) && !left.has(text))
			.map(({ text }) => `Was saved, and is neither a draft nor on the forge: ${text}`),
		...ofKind(told, 'unreadable').map(({ what }) => `Could not be read: ${what}`),
	];
	return { problems, comments: times.size };
}
