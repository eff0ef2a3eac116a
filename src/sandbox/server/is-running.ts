import { codeOf } from '../../base/files/files.ts';

/** Whether a process with this id runs, including one of another user. */
export function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return codeOf(error) === 'EPERM';
	}
}
