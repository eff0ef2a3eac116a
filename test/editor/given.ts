import { type SuiteTask, taskVariable } from '../tools/suite-channel.ts';

const task: SuiteTask = JSON.parse(process.env[taskVariable] ?? '{"given":{}}');

/** What the runner outside prepared for this file of tests: a forge of its own. */
export const given = task.given as {
	readonly forge: Readonly<Record<'identity' | 'lists' | 'repositories' | 'trackers', string>>;
};
