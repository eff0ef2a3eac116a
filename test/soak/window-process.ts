import { type Level, Log } from '../../src/base/log/log.ts';
import { createRecordWriter } from '../../src/base/log/log-records.ts';
import { Secrets } from '../../src/base/secrets.ts';

/** What a process that `WindowProcesses` has started works with. `reportOf`: what it reports of a line of its log, if anything. */
export function windowProcess<Task, Report>(reportOf: (line: string, level: Level) => Report | undefined) {
	const task: Task = JSON.parse(process.argv[2] ?? '');
	const tell = (report: Report): void => {
		process.stdout.write(`${JSON.stringify(report)}\n`);
	};
	const write = (level: Level, line: string) => {
		const report = reportOf(line, level);
		if (report !== undefined) tell(report);
	};
	let isOver = false;
	process.stdin.on('end', () => {
		isOver = true;
	});
	process.stdin.resume();
	/** `isOver`: whether the user ends their work. */
	return { task, tell, log: new Log(createRecordWriter({ write }, new Secrets())), isOver: () => isOver };
}

/** Ends the process after its work, or after it has said why that failed. */
export async function runWindow(work: () => Promise<void>, failed: (why: string) => void): Promise<void> {
	try {
		await work();
	} catch (error) {
		failed(error instanceof Error ? `${error.message} ${error.stack}` : String(error));
	}
	process.exit();
}
