import * as v from 'valibot';
import { truncate } from '../../base/text/truncate.ts';
import { concerns, type ForgeEvent } from '../../platform/model/forge-events.ts';
import { actions, eventKinds, muteRule, type Rule } from './rules.ts';

/** The values that a property of a rule may have. */
const allowedValues = new Map<string, readonly string[]>([
	['reason', concerns],
	['event', eventKinds],
	['action', actions],
]);

// A rule with a misspelled condition would match too much, so unknown properties are refused.
const RuleShape = v.strictObject({
	reason: v.optional(v.picklist(concerns)),
	event: v.optional(v.picklist(eventKinds)),
	place: v.optional(v.pipe(v.string(), v.regex(/^~[^/\s]+\/[^/\s]+$/))),
	action: v.picklist(actions),
});

/** The valid rules of the setting, which may be a single one, and, for the user, what is wrong with the others. */
export function readRules(
	setting: unknown,
	settingName: string,
): {
	readonly rules: readonly Rule[];
	readonly problems: readonly string[];
} {
	const rules: Rule[] = [];
	const problems: string[] = [];
	for (const [index, entry] of toList(setting).entries()) {
		const read = v.safeParse(RuleShape, entry);
		if (read.success) rules.push(read.output);
		else {
			const problem = describeProblem(read.issues[0].path?.[0]?.key);
			problems.push(`Rule ${index + 1} of the setting ${settingName} is ignored: ${problem}`);
		}
	}
	return { rules, problems };
}

function describeProblem(property: unknown): string {
	if (typeof property !== 'string') return 'it must be an object with an "action".';
	const allowed = allowedValues.get(property);
	if (allowed) return `"${property}" must be one of ${allowed.join(', ')}.`;
	if (property === 'place') {
		return '"place" must be the name of a tracker, list or repository, such as "~ana/editor".';
	}
	return `"${truncate(property, 60)}" is not a property of a rule.`;
}

/** Adds rules to the setting that mute events like this one. Invalid entries stay in the setting, for the user to correct. */
export function withMuted(setting: unknown, event: ForgeEvent): readonly unknown[] {
	const rest = rulesToMute(setting, event).reduce<readonly unknown[]>(withoutRule, toList(setting));
	return rest.flatMap((entry) => [entry, ...rulesToMute([entry], event)]);
}

/** The rules that `withMuted` adds. */
export const rulesToMute = (setting: unknown, event: ForgeEvent): readonly Rule[] =>
	readRules(setting, '').rules.flatMap((rule) => muteRule(rule, event) ?? []);

export const withoutRule = (setting: unknown, rule: Rule): readonly unknown[] =>
	toList(setting).filter((entry) => !isRule(entry, rule));

export function toList(setting: unknown): readonly unknown[] {
	if (setting === undefined || setting === null) return [];
	return Array.isArray(setting) ? setting : [setting];
}

function isRule(entry: unknown, { reason, event, place, action }: Rule): boolean {
	const read = v.safeParse(RuleShape, entry);
	if (!read.success) return false;
	const one = read.output;
	return one.reason === reason && one.event === event && one.place === place && one.action === action;
}
