import { type SuiteTask, taskVariable } from '../tools/suite-channel.ts';

const task: SuiteTask = JSON.parse(process.env[taskVariable] ?? '{"given":{}}');

/** What the runner prepared for this test file: a forge. */
export const given = task.given as {
	readonly forge: Readonly<Record<'identity' | 'lists' | 'repositories' | 'trackers', string>>;
};
