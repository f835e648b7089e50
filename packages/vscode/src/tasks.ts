import { ProcessExecution, Task, type TaskDefinition, type TaskProvider, TaskScope } from "vscode";
import { TASK_TYPE, taskArguments } from "./task_arguments";

function createTask(definition: TaskDefinition, scope: Task["scope"], program: string): Task {
  const execution = new ProcessExecution(program, taskArguments(definition.command, definition.arguments ?? []));
  return new Task(definition, scope ?? TaskScope.Workspace, definition.command, "kval", execution, "$kval");
}

/** Provides the task `kval: check`, which validates the whole project, and resolves tasks of tasks.json. */
export class Tasks implements TaskProvider {
  constructor(private readonly program: string) {}

  provideTasks(): Task[] {
    return [createTask({ type: TASK_TYPE, command: "check" }, TaskScope.Workspace, this.program)];
  }

  resolveTask(task: Task): Task {
    return createTask(task.definition, task.scope, this.program);
  }
}
