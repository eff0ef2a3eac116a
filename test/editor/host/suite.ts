import { connect } from 'node:net';
import { runMocha } from '../../tools/mocha.ts';
import { Stop } from '../../tools/stop.ts';
import { type SuiteMessage, type SuiteTask, taskVariable } from '../../tools/suite-channel.ts';
import { broken } from '../../tools/tally.ts';

const describeError = (error: unknown) => {
	if (!(error instanceof Error)) return String(error);
	return error instanceof Stop ? error.message : (error.stack ?? error.message);
};

/** The editor calls this inside its extension host. It runs one test file and reports to the runner outside. */
export async function run(): Promise<void> {
	process.setSourceMapsEnabled(true);
	const task: SuiteTask = JSON.parse(process.env[taskVariable] ?? '');
	const socket = connect(task.port, '127.0.0.1');
	const send = (message: SuiteMessage) => socket.write(`${JSON.stringify(message)}\n`);

	try {
		const options = {
			grep: task.grep,
			timeout: 20_000,
			only: task.only,
			rejections: /\.vscode-test.suites|[\\/]dist[\\/]/,
		};
		send({ result: await runMocha([task.file], options, (line) => send({ line })) });
	} catch (error) {
		send({ line: describeError(error) });
		send({ result: broken(task.file, describeError(error)) });
	}
	await new Promise<void>((resolve) => socket.end(resolve));
}
