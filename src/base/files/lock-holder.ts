import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { codeOf } from './files.ts';

/** The names with which this process holds locks or waits for them. */
const activeNames = new Set<string>();

/** A new name for a holder in this process. Call `endHolder` when it neither holds a lock nor waits for one. */
export function beginHolder(): string {
	const name = `${machineName()}-${processName()}-${randomUUID()}`;
	activeNames.add(name);
	return name;
}

export const endHolder = (name: string): void => {
	activeNames.delete(name);
};

/** Whether the holder's process ID belongs to this machine and process namespace. */
export const isLocal = (name: string): boolean => name.startsWith(`${machineName()}-`);

/** Whether the process of a holder has certainly ended. */
export function hasEnded(name: string): boolean {
	if (!isLocal(name)) return false;
	const [pid, started] = name.split('-')[1]?.split('.') ?? [];
	// An earlier process may have had the same ID, as the first process of a container always does.
	if (Number(pid) === process.pid) return !activeNames.has(name);
	if (!isRunning(Number(pid))) return true;
	const runningSince = startOf(Number(pid));
	return started !== undefined && runningSince !== undefined && runningSince !== started;
}

let ownProcess: string | undefined;

/** Identifies this process by its ID and, if the system provides it, its start time. Read once: locks are taken often. */
function processName(): string {
	const { pid } = process;
	ownProcess ??= [pid, startOf(pid)].filter((part) => part !== undefined).join('.');
	return ownProcess;
}

/**
 * When a process started, in clock ticks since the machine started. Undefined if the system has no `/proc` or hides the process
 * there.
 */
function startOf(pid: number): string | undefined {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		// Field 2, the program's name, is in parentheses and may contain spaces and parentheses. The start time is field 22.
		return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
	} catch {
		return undefined;
	}
}

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return codeOf(error) === 'EPERM';
	}
}

let ownMachine: string | undefined;

/**
 * Identifies the scope of process IDs: the machine and, on Linux, its current boot and the process namespace, which containers do
 * not share.
 */
function machineName(): string {
	ownMachine ??= createHash('sha256')
		.update([hostname(), ...linuxNames()].join('\n'))
		.digest('hex')
		.slice(0, 16);
	return ownMachine;
}

function linuxNames(): readonly string[] {
	try {
		return [readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'), readlinkSync('/proc/self/ns/pid')];
	} catch {
		return [];
	}
}
