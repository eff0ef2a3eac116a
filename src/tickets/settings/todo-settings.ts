import * as vscode from 'vscode';
import { createTodoFinder, type TodoFinder } from '../model/todo-comments.ts';

/** Finds TODO comments in a file by the words that the settings of its folder list. */
export const todoFinderFor = (document: vscode.TextDocument): TodoFinder =>
	createTodoFinder(vscode.workspace.getConfiguration(undefined, document).get('tildeforge.todoWords'));
